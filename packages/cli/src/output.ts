import { open, writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { CommandError } from './exit.ts';
import { fileProblem } from './file-problem.ts';

/** `extaudit … | head` is no error: whoever read has seen enough. */
export class ReaderLeft extends Error {
  override readonly name = 'ReaderLeft';
}

/**
 * Resolves when the text has left the process, so that a pipe gets all of it before the process ends.
 * @throws ReaderLeft
 * @throws CommandError where it cannot be written for another reason, such as a full disk
 */
export async function writeResult(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(lostResult(error)) : resolve()));
  });
}

function lostResult(cause: NodeJS.ErrnoException): Error {
  if (cause.code === 'EPIPE') return new ReaderLeft('nobody reads standard output', { cause });
  return new CommandError(`standard output cannot be written: ${cause.message}`, { cause });
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
  return new CommandError(`${option} ${file} cannot be written: ${fileProblem(cause)}`, { cause });
}

/** `1 machine`, `2 machines` */
export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** Everything that is no result goes to standard error. */
export function writeNotice(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Without listeners, what fails would end the process with a stack: results tell of it themselves, and notices are lost. */
export function ignoreStreamErrors(streams: readonly Writable[]): void {
  for (const stream of streams) stream.on('error', () => undefined);
}

/** https://no-color.org: set and not empty switches colour off. */
export function hasColor(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true && !process.env['NO_COLOR'];
}
