import type { Layout } from './lay-out.ts';

/** What the worker is asked. */
export interface SourceRequest {
  readonly path: string;
  readonly bytes: ArrayBuffer;
  /** Left out: where the source is minified. */
  readonly formatted?: boolean;
}

export type Source = SourceText | { readonly isBinary: true };

export interface SourceText {
  readonly isBinary: false;
  readonly text: string;
  readonly formatted: boolean;
  readonly layout: Layout;
  /** Offset at which each line of the source begins. */
  readonly lineStarts: Uint32Array<ArrayBuffer>;
}

/** @returns offset of a place that counts lines and columns from 1 */
export function offsetOf({ lineStarts, text }: SourceText, line: number, column = 1): number {
  const start = lineStarts[line - 1];
  return start === undefined ? text.length : Math.min(start + column - 1, text.length);
}

/** The line and column, from 1, of an offset. */
export function placeOf(
  { lineStarts }: SourceText,
  offset: number,
): { readonly line: number; readonly column: number } {
  const line = lastAtOrBefore(lineStarts, offset);
  return { line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
}

/** The line and column, from 1, at which a row begins. A row without pieces is an empty line. */
export function placeOfRow(source: SourceText, row: number): ReturnType<typeof placeOf> {
  const { rows, starts, ends } = source.layout;
  let filled = row;
  while (filled >= 0 && rows[filled] === rows[filled + 1]) filled -= 1;
  if (filled < 0) return { line: row + 1, column: 1 };
  if (filled === row) return placeOf(source, starts[rows[row] ?? 0] ?? 0);
  const { line } = placeOf(source, ends[(rows[filled + 1] ?? 1) - 1] ?? 0);
  return { line: line + row - filled, column: 1 };
}

/** The row that shows an offset. */
export function rowOf({ layout }: SourceText, offset: number): number {
  const { starts, rows } = layout;
  const piece = lastAtOrBefore(starts, offset);
  return Math.min(lastAtOrBefore(rows, piece), rows.length - 2);
}

/** Index of the last number that is not greater; the numbers ascend. */
function lastAtOrBefore(numbers: Uint32Array, value: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
