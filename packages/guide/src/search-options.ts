import type { Options } from 'minisearch';

/** A section of the guide as it is searched. */
export interface SearchEntry {
  /** Its address below the guide's own. */
  readonly id: string;
  /** Of the page. */
  readonly title: string;
  /** The section's heading; empty for the beginning of a page. */
  readonly section: string;
  readonly text: string;
}

/** One for the build, which makes the index, and the browser, which asks it. */
export const searchOptions: Options<SearchEntry> = {
  fields: ['title', 'section', 'text'],
  storeFields: ['title', 'section'],
  // Names of rules, settings and APIs are found by each of their words.
  tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''),
  searchOptions: {
    combineWith: 'AND',
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boost: { title: 4, section: 3 },
    // Why and when things became as they are comes after how they are.
    boostDocument: (id) => (/^(?:adr\/|changelog)/.test(String(id)) ? 0.3 : 1),
  },
};
