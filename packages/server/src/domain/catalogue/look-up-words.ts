import { wordsOf } from '../../storage/catalogue/extension-filters.ts';
import type { Lookup } from '../../storage/catalogue/extension-lookup.ts';
import { lookUpShortWords } from '../../storage/catalogue/short-part.ts';
import type { Database } from '../../storage/database/database.ts';

/** Words to search for, of which the shortest are found by what is kept of the texts. */
export async function lookUpWords(
  db: Database,
  search: string | undefined,
): Promise<{ readonly search: string; readonly lookups: readonly Lookup[] }> {
  const words = wordsOf(search);
  const short = words.filter((word) => Array.from(word).length <= lettersMax);
  const found = short.length === 0 ? [] : await lookUpShortWords(db, short);
  const rest = new Set(words).difference(new Set(found.map(({ word }) => word)));
  return { search: [...rest].join(' '), lookups: found.map(({ lookup }) => lookup) };
}

const lettersMax = 2;
