import type { Writable } from 'node:stream';

/** Resolves when the text has left the process, so that a pipe gets all of it before the process ends. */
export async function writeResult(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
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
