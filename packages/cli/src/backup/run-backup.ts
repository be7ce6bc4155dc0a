import { resolve } from 'node:path';
import { createBackup } from '@extaudit/server';
import { exitCodes } from '../exit.ts';
import { writeNotice, writeResult } from '../output.ts';
import { configOf, type ServiceFlags } from '../service/service-options.ts';
import { readPassphrase } from './read-passphrase.ts';

export interface BackupFlags extends Pick<ServiceFlags, 'dataDir'> {
  readonly passphraseFile?: string;
}

/** Makes a backup, says what it holds, and gives the exit code. */
export async function runBackup(folder: string, flags: BackupFlags): Promise<number> {
  const { dataDir, passphraseFile } = flags;
  const config = await configOf({ ...(dataDir !== undefined && { dataDir }) });
  const backup = await createBackup(config, {
    folder: resolve(folder),
    now: new Date(),
    log: writeNotice,
    ...(passphraseFile !== undefined && { passphrase: await readPassphrase(passphraseFile) }),
  });
  const { name, rows, packages, copiedPackages, missingPackages, isKeyNeeded } = backup;
  await writeResult(
    `${name}: ${rows} rows and ${packages} packages, ${copiedPackages} of them new in ${folder}\n`,
  );
  if (isKeyNeeded) {
    writeNotice(
      `the key of the service's secrets is not in it: keep ${config.secretsKeyFile} elsewhere, or name --passphrase-file`,
    );
  }
  if (missingPackages.length === 0) return exitCodes.fine;
  writeNotice(`packages that are missing or damaged in ${config.packagesFolder}:`);
  for (const sha256 of missingPackages) writeNotice(`  ${sha256}`);
  return exitCodes.incomplete;
}
