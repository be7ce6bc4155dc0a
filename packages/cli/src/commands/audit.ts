import type { Command } from 'commander';
import { addDataOption, type ServiceFlags } from '../service/service-options.ts';

export function register(program: Command): void {
  const command = program
    .command('audit')
    .summary('have the service audit what nobody has audited')
    .description(
      'Queue audits of the current versions in the catalogue that nobody has audited yet, or of those named, also where an audit has failed. The workers of `extaudit serve` make them, now or as soon as it runs; list, search and report show what they find.',
    )
    .argument('[id...]', "extension ids, or add-ons' own such as name@example.org");
  addDataOption(command)
    .addHelpText(
      'after',
      `
One line for each audit that is queued. What is audited or queued already is left as it is.

Exit codes: 0 fine, 1 something named is not in the catalogue, 64 no id.

Examples:
  $ extaudit import ./packages && extaudit audit
  $ extaudit audit fmkadmapgofadopljbjfkapdkoienihi
  $ extaudit list --audit-state waiting`,
    )
    .action(async (ids: string[], flags: ServiceFlags) => {
      const { runAudit } = await import('../service/run-audit.ts');
      process.exitCode = await runAudit(ids, flags);
    });
}
