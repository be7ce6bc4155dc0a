import type { Extension } from '../model/extension.ts';

/** Engines that users know and choose themselves. */
const engines =
  /^https?:\/\/(?:[\w-]+\.)*(?:bing\.com|brave\.com|duckduckgo\.com|ecosia\.org|google\.[a-z.]{2,6}|kagi\.com|qwant\.com|startpage\.com|wikipedia\.org|yahoo\.com|yandex\.\w+|youtube\.com)\//iu;

export function isEngine(address: string): boolean {
  return engines.test(address);
}

/**
 * Whether words or an address follow in an address of a host. What opens the same film or article elsewhere carries an
 * identifier.
 */
export function carriesWords(address: string): boolean {
  return carrying.test(address);
}

/** Whether a content script runs on pages of search engines alone. */
export function runsOnEngines({ contexts }: Extension, file: string): boolean {
  const patterns = contexts
    .filter(({ scripts }) => scripts.includes(file))
    .flatMap(({ contentScript }) => contentScript?.matches ?? []);
  return patterns.length > 0 && patterns.every(({ host }) => isEngine(`https://${host}/`));
}

const carrying =
  /^https?:\/\/[^/?#][^?#]*[?#](?:.*&)?(?:dest|destination|domain|find|host|k|keywords?|kw|link|p|q|query|ref|s|search|site|target|terms?|text|to|u|url|wd|words?)=$/iu;
