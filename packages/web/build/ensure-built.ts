import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureCurrent } from './ensure-current.ts';

const root = join(import.meta.dirname, '..');
const place = join(root, 'dist');

const sources = [
  'web/index.html',
  'web/build/*.ts',
  'web/src/**/*.{ts,tsx,css,svg}',
  'client/src/*.ts',
  'contract/src/**/*.ts',
  'engine/src/vocabulary.ts',
].map((pattern) => `packages/${pattern}`);

/**
 * The folder with the built dashboard. In a checkout it is built first where it is missing or older than its sources; a
 * published package has no sources and is as it was built.
 */
export async function ensureBuilt(tell: (message: string) => void = () => {}): Promise<string> {
  if (existsSync(join(root, 'src'))) {
    await ensureCurrent({ place, sources, build }, () => tell('building the dashboard …'));
  }
  return place;
}

async function build(folder: string): Promise<void> {
  const { build: bundle } = await import('vite');
  const { buildConfig } = await import('./config.ts');
  const { compressTexts } = await import('./compress-texts.ts');
  await bundle(buildConfig(root, folder));
  await compressTexts(join(folder, 'assets'));
}
