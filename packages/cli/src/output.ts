import { open, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { CommandError } from './exit.ts';

/** Resolves when the text has left the process, so that a pipe gets all of it before the process ends. */
export async function writeResult(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** @param option what the user named the file with @throws CommandError */
export async function writeOutputFile(option: string, file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw unwritable(option, file, error);
  }
}

/** Fails as `writeOutputFile` would, and leaves what the file holds. @throws CommandError */
export async function tryOutputFile(option: string, file: string): Promise<void> {
  try {
    await (await open(file, 'a')).close();
  } catch (error) {
    throw unwritable(option, file, error);
  }
}

function unwritable(option: string, file: string, cause: unknown): CommandError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CommandError(`${option} ${file} cannot be written: ${reason}`, { cause });
}

/** Everything that is no result goes to standard error. */
export function writeNotice(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** `extaudit … | head` is no error: whoever read has seen enough. */
export function closeQuietlyWhenReaderLeaves(stream: Writable): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

/** https://no-color.org: set and not empty switches colour off. */
export function hasColor(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && !process.env['NO_COLOR'];
}
