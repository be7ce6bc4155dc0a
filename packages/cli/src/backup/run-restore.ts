import { resolve } from 'node:path';
import { restoreBackup } from '@extaudit/server';
import { exitCodes } from '../exit.ts';
import { writeNotice, writeResult } from '../output.ts';
import { configOf, type ServiceFlags } from '../service/service-options.ts';
import { readPassphrase } from './read-passphrase.ts';

export interface RestoreFlags extends Pick<ServiceFlags, 'dataDir'> {
  readonly backup?: string;
  readonly passphraseFile?: string;
}

/** Restores a backup, says what came of it, and gives the exit code. */
export async function runRestore(folder: string, flags: RestoreFlags): Promise<number> {
  const { dataDir, backup, passphraseFile } = flags;
  const config = await configOf({ ...(dataDir !== undefined && { dataDir }) });
  const restored = await restoreBackup(config, {
    folder: resolve(folder),
    name: backup,
    log: writeNotice,
    ...(passphraseFile !== undefined && { passphrase: await readPassphrase(passphraseFile) }),
  });
  const { name, madeAt, rows, packages, missingPackages } = restored;
  await writeResult(`${name} (${madeAt}): ${rows} rows and ${packages} packages are back\n`);
  if (missingPackages.length === 0) return exitCodes.fine;
  writeNotice('packages that were missing when the backup was made:');
  for (const sha256 of missingPackages) writeNotice(`  ${sha256}`);
  return exitCodes.incomplete;
}
