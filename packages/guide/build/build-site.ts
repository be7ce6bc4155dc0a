import { globSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bundleSearch } from './bundle-search.ts';
import { createLinks } from './links.ts';
import { listedElsewhere, sections } from './pages.ts';
import { refuseLostAnchors } from './refuse-lost-anchors.ts';
import { render } from './render.ts';
import { searchIndex } from './search-index.ts';

const repository = join(import.meta.dirname, '../../..');
const styles = join(repository, 'packages/guide/src/guide.css');
const theme = join(repository, 'packages/web/src/theme');

/**
 * Writes the guide: pages, styles, the search with its index, and the files that pages link to.
 * @param folder absolute
 * @throws where a link or an anchor leads nowhere
 */
export async function buildSite(folder: string): Promise<void> {
  const listed = sections.flatMap(({ pages }) => pages.map(({ source }) => source));
  const sources = [...listed, ...globSync([...listedElsewhere], { cwd: repository }).sort()];
  const texts = new Map<string, string>();
  for (const source of sources) {
    texts.set(source, await readFile(join(repository, source), 'utf8'));
  }
  const links = createLinks(new Set(sources));
  const pages = await render(texts, links, folder);
  refuseLostAnchors(pages);

  const assets = join(folder, 'assets');
  await mkdir(assets, { recursive: true });
  await writeFile(join(assets, 'search.json'), searchIndex(pages));
  const licences = await bundleSearch(assets);
  await writeFile(join(folder, 'licences.json'), JSON.stringify(licences));
  const copies = [
    [styles, 'assets/guide.css'],
    ...['tokens.css', 'icon.svg'].map((name) => [join(theme, name), `assets/${name}`]),
    ...[...links.files].map((file) => [join(repository, file), `files/${file}`]),
  ] as const;
  for (const [from = '', to = ''] of copies) {
    await mkdir(dirname(join(folder, to)), { recursive: true });
    await cp(from, join(folder, to));
  }
}
