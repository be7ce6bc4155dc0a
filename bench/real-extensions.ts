import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageSource } from '@extaudit/engine';

const modules = join(import.meta.dirname, '..', 'node_modules');

/** The real extensions that come with the dev dependencies: 14 store-signed CRX3 files and older, unpacked versions. */
export function realExtensions(): PackageSource[] {
  const packed = globSync('@tomjs/electron-devtools-files/extensions/*.crx', {
    cwd: modules,
  }).sort();
  const folders = globSync('electron-devtools-vendor-*/extensions/*/', { cwd: modules }).sort();
  return [
    ...packed.map((path) => ({
      kind: 'bytes' as const,
      bytes: readFileSync(join(modules, path)),
      name: path,
    })),
    ...folders.map((path) => ({ kind: 'directory' as const, path: join(modules, path) })),
  ];
}
