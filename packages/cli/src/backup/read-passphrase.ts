import { readFile } from 'node:fs/promises';
import { CommandError } from '../exit.ts';
import { fileProblem } from '../file-problem.ts';

const charactersMin = 12;

/** The file's text without the end of its line. @throws CommandError */
export async function readPassphrase(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new CommandError(`--passphrase-file cannot be read: ${fileProblem(cause)}`, { cause });
  });
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase.length >= charactersMin) return passphrase;
  throw new CommandError(
    `--passphrase-file ${file} holds ${passphrase.length} characters; a passphrase has at least ${charactersMin}`,
  );
}
