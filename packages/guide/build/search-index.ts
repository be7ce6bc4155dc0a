import MiniSearch from 'minisearch';
import { searchOptions, type SearchEntry } from '../src/search-options.ts';
import type { BuiltPage } from './render.ts';

/** The index of all texts, a section each, as the search in the browser loads it. */
export function searchIndex(pages: readonly BuiltPage[]): string {
  const index = new MiniSearch<SearchEntry>(searchOptions);
  index.addAll(pages.flatMap(entriesOf));
  return JSON.stringify(index);
}

/** Each section under its anchor; the pages of single rules, whose sections all bear the same headings, in one. */
function entriesOf({ place, html }: BuiltPage): readonly SearchEntry[] {
  const [, body = ''] = /<article[^>]*>([\s\S]*)<\/article>/.exec(html) ?? [];
  const title = textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1] ?? '');
  const whole = body.replace(/<h1[\s\S]*?<\/h1>/, '');
  if (/^rules\/./.test(place)) return [{ id: place, title, section: '', text: textOf(whole) }];
  return whole.split(/(?=<h[23] )/).map((part) => {
    const [heading = '', id, section = ''] =
      /^<h[23] id="([^"]+)"[^>]*>([\s\S]*?)<\/h[23]>/.exec(part) ?? [];
    return {
      id: id === undefined ? place : `${place}#${id}`,
      title,
      section: textOf(section),
      text: textOf(part.slice(heading.length)),
    };
  });
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
