// Builds what can be installed with npm into `dist/`, a folder and a tarball each, and prints their sizes.

import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { buildCommand } from './packages/build-command.ts';
import { buildLibrary, clientLibrary, engineLibrary } from './packages/build-library.ts';

const repository = join(import.meta.dirname, '..');

if (import.meta.main) {
  for (const { file, packedBytes, unpackedBytes } of await buildPackages(
    join(repository, 'dist'),
  )) {
    const sizes = `${megabytes(packedBytes)} packed, ${megabytes(unpackedBytes)} unpacked`;
    process.stdout.write(`${relative(repository, file)}: ${sizes}\n`);
  }
}

export interface PackedPackage {
  readonly name: string;
  /** Absolute path of the tarball. */
  readonly file: string;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
}

export async function buildPackages(folder: string): Promise<readonly PackedPackage[]> {
  const folders = ['extaudit', 'client', 'engine'].map((name) => join(folder, name));
  const [command = '', client = '', engine = ''] = folders;
  await mkdir(folder, { recursive: true });
  await buildCommand(command);
  await buildLibrary(clientLibrary, client);
  await buildLibrary(engineLibrary, engine);
  return pack(folders, folder);
}

async function pack(folders: readonly string[], into: string): Promise<readonly PackedPackage[]> {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--pack-destination', into, ...folders],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const packed = JSON.parse(stdout) as readonly {
    readonly name: string;
    readonly filename: string;
    readonly size: number;
    readonly unpackedSize: number;
  }[];
  return packed.map(({ name, filename, size, unpackedSize }) => ({
    name,
    file: join(into, filename.replace('@', '').replace('/', '-')),
    packedBytes: size,
    unpackedBytes: unpackedSize,
  }));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
