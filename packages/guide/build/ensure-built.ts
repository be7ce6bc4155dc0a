import { join } from 'node:path';
import { ensureCurrent } from '@extaudit/web/ensure-current';

const place = join(import.meta.dirname, '../dist');

/** Everything that the guide is made from. */
const sources: readonly string[] = [
  '*.md',
  'action.yml',
  'bench/README.md',
  'deploy/**/*',
  'docs/**/*.{md,png}',
  'packages/*/README.md',
  'packages/engine/src/analyse/README.md',
  'packages/guide/{build,src}/**/*.{ts,css,liquid}',
  'packages/web/src/theme/*',
];

/** The folder with the built guide, which is built first where it is missing or older than its sources. */
export async function ensureBuilt(tell: (message: string) => void = () => {}): Promise<string> {
  await ensureCurrent({ place, sources, build }, () => tell('building the guide …'));
  return place;
}

async function build(folder: string): Promise<void> {
  const { buildSite } = await import('./build-site.ts');
  const { compressTexts } = await import('@extaudit/web/compress-texts');
  await buildSite(folder);
  await compressTexts(folder);
}
