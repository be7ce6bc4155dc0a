import { turnCommonParts } from '../../storage/catalogue/common-part.ts';
import {
  lockShortParts,
  saveShortParts,
  takeStaleTexts,
} from '../../storage/catalogue/short-part.ts';
import type { Database } from '../../storage/database/database.ts';

const marksPerTransaction = 500;
/** A hostile description has 100,000 letters, and as many pairs. */
const lettersPerTransaction = 500_000;

/** Keeps what searches of one and two letters find, where texts have changed. When another process is at it, that one does it all. */
export async function keepShortParts(db: Database, signal?: AbortSignal): Promise<void> {
  for (let isMore = true; isMore;) {
    isMore = await db.transaction().execute(async (trx) => {
      if (!(await lockShortParts(trx))) return false;
      const stale = await takeStaleTexts(trx, marksPerTransaction, lettersPerTransaction);
      if (stale.length === 0) return false;
      const texts = stale.map((one) => ({ ...one, now: partsOf(one.text ?? '') }));
      const changes = new Map<string, number>();
      for (const { parts: before, now } of texts) {
        for (const part of before) changes.set(part, (changes.get(part) ?? 0) - 1);
        for (const part of now) changes.set(part, (changes.get(part) ?? 0) + 1);
      }
      const [kept, gone] = [
        texts.filter(({ text }) => text !== null),
        texts.filter(({ text }) => text === null),
      ];
      const places = await saveShortParts(
        trx,
        kept.map(({ extensionId, now }) => ({ extensionId, parts: [...now] })),
        gone.map(({ extensionId }) => extensionId),
        new Map([...changes].filter(([, by]) => by !== 0)),
      );
      const turned = texts.flatMap(({ extensionId, place, parts, now }) => {
        const at = places.get(extensionId) ?? place;
        return at === null
          ? []
          : [{ place: at, parts: [...now.symmetricDifference(new Set(parts))] }];
      });
      await turnCommonParts(trx, turned);
      return true;
    });
    if (signal?.aborted) return;
  }
}

/** The letters of a text, and each two that stand together. */
function partsOf(text: string): Set<string> {
  const parts = new Set<string>();
  let before = '';
  for (const character of text) {
    const letter = /\s/u.test(character) ? '' : character;
    if (letter !== '') {
      parts.add(letter);
      if (before !== '') parts.add(before + letter);
    }
    before = letter;
  }
  return parts;
}
