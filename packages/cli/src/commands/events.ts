import { severities } from '@extaudit/engine/vocabulary';
import { Option, type Command } from 'commander';
import type { EventsFlags } from '../events/run-events.ts';
import { addListOptions } from '../list/list-options.ts';
import { addDataOption } from '../service/service-options.ts';

export function register(program: Command): void {
  const events = program
    .command('events')
    .summary('list what changed in everything that is watched')
    .description(
      "List what the monitors and subscriptions of a member's account noticed. The newest first in a table; the oldest first as CSV and JSON Lines, for a SIEM.",
    )
    .requiredOption('--email <address>', 'a member of the account')
    .option(
      '--extension <id>',
      "of one extension; an add-on's own id such as name@example.org will do",
    )
    .addOption(
      new Option('--min-severity <severity>', 'of this severity and of worse ones').choices(
        severities,
      ),
    )
    .option('--since <day>', 'not before this day, UTC, such as 2026-11-01')
    .option(
      '--state <file>',
      'go on where the file says, and write there how far it went: nothing is missed or repeated',
    );
  addListOptions(events);
  addDataOption(events)
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit events --email you@example.org
  $ extaudit events --email you@example.org --min-severity high --since 2026-11-01
  $ extaudit events --email you@example.org --format jsonl --state events.position >> siem.jsonl`,
    )
    .action(async (flags: EventsFlags) => {
      const { runEvents } = await import('../events/run-events.ts');
      await runEvents(flags);
    });
}
