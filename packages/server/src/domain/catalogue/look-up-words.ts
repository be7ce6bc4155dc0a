import type { CountMemory } from '../../storage/catalogue/count-memory.ts';
import { wordsOf } from '../../storage/catalogue/extension-filters.ts';
import type { Lookup } from '../../storage/catalogue/extension-lookup.ts';
import { lookUpShortWords } from '../../storage/catalogue/short-part.ts';
import type { Database } from '../../storage/database/database.ts';

/**
 * Words to search for, of which the shortest are found by what is kept of the texts.
 * @param counts that large counts may be as old as
 */
export async function lookUpWords(
  db: Database,
  search: string | undefined,
  counts?: CountMemory,
): Promise<{ readonly search: string; readonly lookups: readonly Lookup[] }> {
  const words = wordsOf(search);
  const short = words.filter((word) => Array.from(word).length <= lettersMax);
  if (short.length === 0) return { search: words.join(' '), lookups: [] };
  const found = await lookUpShortWords(db, short, counts);
  const rest = new Set(words).difference(new Set(found.words));
  return { search: [...rest].join(' '), lookups: found.lookup ? [found.lookup] : [] };
}

const lettersMax = 2;
