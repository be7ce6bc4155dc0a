import { posix } from 'node:path';
import type { BuiltPage } from './render.ts';

/** @throws where a page links to an anchor that its target does not have */
export function refuseLostAnchors(pages: readonly BuiltPage[]): void {
  const anchors = new Map(pages.map(({ place, html }) => [place, idsOf(html)]));
  for (const { place, html } of pages) {
    for (const [, path = '', hash = ''] of html.matchAll(/href="([^"#:]*)#([^"]+)"/g)) {
      const target = path === '' ? place : posix.join(posix.dirname(place), path);
      if (!anchors.get(target)?.has(hash)) {
        throw new Error(`${place} links to ${path}#${hash}, and there is no such anchor`);
      }
    }
  }
}

function idsOf(html: string): ReadonlySet<string> {
  return new Set(Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id = '']) => id));
}
