import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFolder } from './replace-folder.ts';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist');
const hashFile = 'sources.sha256';

/** Everything that the built files are made from; the lockfile stands for the libraries. */
const sourceGlobs = [
  'web/index.html',
  'web/build/*.ts',
  'web/src/**/*.{ts,tsx,css,svg}',
  'client/src/*.ts',
  'contract/src/**/*.ts',
  'engine/src/vocabulary.ts',
];

/**
 * The folder with the built dashboard. In a checkout it is built first where it is missing or older than its sources; a
 * published package has no sources and is as it was built.
 */
export async function ensureBuilt(tell: (message: string) => void = () => {}): Promise<string> {
  if (!existsSync(join(root, 'src'))) return built;
  const hash = await sourcesHash();
  const builtHash = await readFile(join(built, hashFile), 'utf8').catch(() => undefined);
  if (builtHash === hash) return built;
  tell('building the dashboard …');
  await build(hash);
  return built;
}

async function build(hash: string): Promise<void> {
  const { build: bundle } = await import('vite');
  const { buildConfig } = await import('./config.ts');
  const { compressAssets } = await import('./compress-assets.ts');
  // Whole or not at all: a build that is interrupted, or another at the same time, leaves nothing half.
  const folder = await mkdtemp(join(root, '.dist-'));
  try {
    await bundle(buildConfig(root, folder));
    await compressAssets(join(folder, 'assets'));
    await writeFile(join(folder, hashFile), hash);
    // The service may run as another user than who builds.
    await chmod(folder, 0o755);
    await replaceFolder(folder, built);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sourcesHash(): Promise<string> {
  const packages = join(root, '..');
  const names = globSync(sourceGlobs, { cwd: packages })
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(`${name}\0`).update(await readFile(join(packages, name)));
  const lockfile = join(packages, '../package-lock.json');
  hash.update(await readFile(lockfile));
  return hash.digest('hex');
}
