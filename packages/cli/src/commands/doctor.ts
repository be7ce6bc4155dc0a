import { type Command, Option } from 'commander';
import { addDataOption, addListenOptions } from '../service/service-options.ts';
import type { DoctorFlags } from '../doctor/run-doctor.ts';

export function register(program: Command): void {
  const command = program
    .command('doctor')
    .summary('check what the service needs')
    .description(
      'Check what goes wrong in practice: folders, space, key, database, clock, ports, stores and mail, with the settings that serve would use. Nothing is started or changed.',
    )
    .addOption(
      new Option('--format <format>', 'form of the result')
        .choices(['text', 'json'])
        .default('text'),
    );
  addDataOption(addListenOptions(command))
    .addHelpText(
      'after',
      `
Exit codes: 0 no problem (there may be warnings), 1 a problem that keeps the service from running.

Examples:
  $ extaudit doctor
  $ extaudit doctor --data-dir /srv/extaudit --port 8123
  $ DATABASE_URL=postgres://extaudit@db/extaudit extaudit doctor --format json`,
    )
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('../doctor/run-doctor.ts');
      process.exitCode = await runDoctor(flags);
    });
}
