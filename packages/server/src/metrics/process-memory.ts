import { readFile } from 'node:fs/promises';

/** @returns resident bytes of the processes that still live; `undefined` where there is no `/proc` */
export async function residentBytes(processIds: readonly number[]): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const sizes = await Promise.all(processIds.map(residentBytesOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** https://www.kernel.org/doc/html/latest/filesystems/proc.html: `VmRSS` counts kilobytes. */
const residentLine = /^VmRSS:\s+(\d+) kB$/m;

async function residentBytesOf(processId: number): Promise<number> {
  // A child may have ended since it was listed.
  const status = await readFile(`/proc/${processId}/status`, 'utf8').catch(() => '');
  return Number(residentLine.exec(status)?.[1] ?? 0) * 1_024;
}
