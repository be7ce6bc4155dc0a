import { posix } from 'node:path';
import { placeOf } from './pages.ts';

/** Where the service serves the guide, and in place of which documents it serves something itself. */
const guidePath = '/docs/guide';
const served: Readonly<Record<string, string>> = { 'docs/openapi.json': '/openapi.json' };

/** What documents may link to beside pages, and is copied into the guide: below these paths of the repository. */
const copied: readonly string[] = ['deploy/', 'docs/screenshots/', 'action.yml', 'LICENSE'];

export interface Links {
  /**
   * @param href as it stands in a page of the repository
   * @param source the page's path below the repository
   * @returns what it is in the built page, relative as well, so that the guide works below any address
   * @throws where it leads to nothing that the guide has
   */
  resolve(href: string, source: string): string;
  /** Paths below the repository of what links lead to and is no page, so far. */
  readonly files: ReadonlySet<string>;
}

/** @param sources paths of all pages below the repository */
export function createLinks(sources: ReadonlySet<string>): Links {
  const files = new Set<string>();
  return {
    files,
    resolve(href, source) {
      if (/^(?:[a-z][a-z0-9+.-]*:|#)/i.test(href)) return href;
      const [path = '', hash] = href.split('#');
      const target = posix.join(posix.dirname(source), decodeURI(path));
      const place = placeIn(target);
      if (place === undefined) {
        throw new Error(
          `${source} links to ${href}, which is no page of the guide and no file it copies`,
        );
      }
      const from = posix.join(guidePath, posix.dirname(placeOf(source)));
      return (
        posix.relative(from, posix.resolve(guidePath, place)) +
        (hash === undefined ? '' : `#${hash}`)
      );
    },
  };

  function placeIn(target: string): string | undefined {
    if (sources.has(target)) return placeOf(target);
    if (Object.hasOwn(served, target)) return served[target];
    if (!copied.some((path) => target.startsWith(path)) || target.endsWith('/')) return undefined;
    files.add(target);
    return `files/${target}`;
  }
}
