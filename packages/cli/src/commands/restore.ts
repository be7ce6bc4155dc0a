import type { Command } from 'commander';
import { addDataOption } from '../service/service-options.ts';
import type { RestoreFlags } from '../backup/run-restore.ts';

export function register(program: Command): void {
  const command = program
    .command('restore')
    .summary('bring a backup into an empty installation')
    .description(
      'Bring what extaudit backup has written into an empty data folder, or with DATABASE_URL into an empty database, and check it on the way. Jobs and alerts that were waiting go on when the service starts.',
    )
    .argument('<folder>', 'where the backups are kept')
    .option('--backup <name>', 'restore this one instead of the newest')
    .option('--passphrase-file <file>', "the passphrase that the secrets' key was sealed with");
  addDataOption(command)
    .addHelpText(
      'after',
      `
A backup of an older extaudit is brought up to date; one of a newer extaudit is refused.

Exit codes: 0 all is there, 1 nothing was restored and it can be tried again, 3 packages were missing at the backup already.

Examples:
  $ extaudit restore /mnt/backups/extaudit --data-dir /srv/extaudit
  $ extaudit restore /mnt/backups/extaudit --backup 2026-11-25T030000Z --passphrase-file /root/extaudit-passphrase`,
    )
    .action(async (folder: string, flags: RestoreFlags) => {
      const { runRestore } = await import('../backup/run-restore.ts');
      process.exitCode = await runRestore(folder, flags);
    });
}
