import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandError } from '../exit.ts';
import { fileProblem } from '../file-problem.ts';

/** The first line of the file, else of standard input, else what is typed twice. */
export async function readPassword(file: string | undefined): Promise<string> {
  if (file !== undefined) {
    try {
      return firstLine(await readFile(file, 'utf8'));
    } catch (error) {
      const reason = fileProblem(error);
      throw new CommandError(`--password-file ${file} cannot be read: ${reason}`, { cause: error });
    }
  }
  if (!process.stdin.isTTY) return firstLine(await text(process.stdin));
  const password = await askHidden('Password (at least 12 characters): ');
  if ((await askHidden('Again: ')) !== password) {
    throw new CommandError('the passwords are not the same; nothing was changed');
  }
  return password;
}

function firstLine(content: string): string {
  return content.split(/\r?\n/, 1)[0] ?? '';
}

/** Asks on standard error without showing what is typed. */
async function askHidden(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    process.stderr.write(question);
    return await reader.question('');
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}
