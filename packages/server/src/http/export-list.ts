import { type Cell, type Column, csvHeader, csvLine, listFormats } from '@extaudit/contract';
import type { AnsweredText } from './route.ts';

/**
 * A whole list as CSV or JSON Lines.
 * @param parts of the list, as they are read
 */
export function exportList<Row, Item>(
  format: string,
  name: string,
  parts: AsyncIterable<readonly Row[]>,
  dataOf: (row: Row) => Item,
  columns: readonly Column<Item>[],
): AnsweredText<200> {
  const isCsv = format === 'csv';
  const lineOf = isCsv
    ? (item: Item): string => csvLine(columns.map(({ of }): Cell => of(item)))
    : (item: Item): string => `${JSON.stringify(item)}\n`;
  const body = (async function* lines() {
    if (isCsv) yield csvHeader(columns);
    for await (const rows of readAhead(parts))
      yield rows.map((row) => lineOf(dataOf(row))).join('');
  })();
  const type = isCsv ? listFormats.csv : listFormats.jsonl;
  return { status: 200, text: { type, body, fileName: `${name}.${format}` } };
}

/** The part behind the one that is written is already asked for. */
async function* readAhead<Part>(parts: AsyncIterable<Part>): AsyncIterable<Part> {
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (let next = await iterator.next(); next.done !== true;) {
      const { value } = next;
      const ahead = iterator.next();
      // Where nobody wants it any more, nobody is told that it failed.
      ahead.catch(() => undefined);
      yield value;
      next = await ahead;
    }
  } finally {
    await iterator.return?.();
  }
}
