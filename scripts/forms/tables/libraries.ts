import type { Case } from '../case.ts';
import { casesOfPairs, pairsOf } from '../pairs.ts';
import { borderRows } from './library-borders.ts';
import { clientRows } from './library-clients.ts';
import { handedRows } from './library-handed.ts';
import { messageRows } from './library-messages.ts';
import { stateRows } from './library-states.ts';
import { utilityRows } from './library-utilities.ts';

/** Cookies that go through what libraries do with what they are given. */
export function libraryCases(): readonly Case[] {
  const all = {
    ...clientRows,
    ...stateRows,
    ...messageRows,
    ...utilityRows,
    ...borderRows,
    ...handedRows,
  };
  return Object.entries(all).flatMap(([group, rows]) =>
    casesOfPairs('libraries', pairsOf(group, rows)),
  );
}
