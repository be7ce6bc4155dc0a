import type { Command } from 'commander';
import { addDataOption } from '../service/service-options.ts';
import type { BackupFlags } from '../backup/run-backup.ts';

export function register(program: Command): void {
  const command = program
    .command('backup')
    .summary('back the service up while it runs')
    .description(
      'Write the database as it is at one moment, and every package it knows, into a folder. Later backups into the same folder copy only packages that are not there yet. Nothing is stopped or locked for it.',
    )
    .argument('<folder>', 'where backups are kept; made when it is missing')
    .option(
      '--passphrase-file <file>',
      "seal the key of the service's secrets into the backup, with the passphrase in this file; without it the key is left out",
    );
  addDataOption(command)
    .addHelpText(
      'after',
      `
Whoever can read a backup reads the catalogue and all reports. Signing secrets are sealed with a key of their own
(secrets.key): keep that elsewhere, or name --passphrase-file.

Exit codes: 0 all is there, 1 no backup was made, 3 it was made, but packages are missing in the service itself.

Examples:
  $ extaudit backup /mnt/backups/extaudit
  $ extaudit backup /mnt/backups/extaudit --passphrase-file /root/extaudit-passphrase
  $ DATABASE_URL=postgres://extaudit@db/extaudit extaudit backup /mnt/backups/extaudit`,
    )
    .action(async (folder: string, flags: BackupFlags) => {
      const { runBackup } = await import('../backup/run-backup.ts');
      process.exitCode = await runBackup(folder, flags);
    });
}
