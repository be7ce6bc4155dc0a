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
    for await (const rows of parts) yield rows.map((row) => lineOf(dataOf(row))).join('');
  })();
  const type = isCsv ? listFormats.csv : listFormats.jsonl;
  return { status: 200, text: { type, body, fileName: `${name}.${format}` } };
}
