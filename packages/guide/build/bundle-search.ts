import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { noticesOf, type Notice } from '../../../scripts/packages/third-party-notices.ts';

/**
 * Writes `search.js`, which runs in the browser.
 * @returns the libraries whose code it holds
 */
export async function bundleSearch(folder: string): Promise<readonly Notice[]> {
  await using bundle = await rolldown({ input: join(import.meta.dirname, '../src/search.ts') });
  const { output } = await bundle.write({ dir: folder, format: 'esm', minify: true });
  return noticesOf(output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : [])));
}
