import type { Case } from '../case.ts';
import { casesOfPairs, pairsOf } from '../pairs.ts';
import { clientRows } from './library-clients.ts';

/** Cookies that go through what libraries do with what they are given. */
export function libraryCases(): readonly Case[] {
  return Object.entries({ ...clientRows }).flatMap(([group, rows]) =>
    casesOfPairs('libraries', pairsOf(group, rows)),
  );
}
