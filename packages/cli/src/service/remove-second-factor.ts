import {
  commandLine,
  openCatalogue,
  Refusal,
  removeSecondFactor as remove,
} from '@extaudit/server';
import { CommandError } from '../exit.ts';
import { writeNotice, writeResult } from '../output.ts';
import { configOf, type ServiceFlags } from './service-options.ts';

/** Turns the second factor of a member off who has lost app and recovery codes. */
export async function removeSecondFactor(
  options: ServiceFlags & { readonly email: string },
): Promise<void> {
  const config = await configOf(options);
  await using catalogue = await openCatalogue(config, { log: writeNotice });
  const { db, now } = catalogue;
  try {
    const { email } = await remove(db, options.email, commandLine, now());
    await writeResult(`turned the second factor of ${email} off; the password alone counts now\n`);
  } catch (error) {
    if (error instanceof Refusal) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}
