import { showControls } from '@extaudit/engine';

/** Rows of equal length as aligned lines; columns from `numbersFrom` on are aligned to the right. */
export function textTable(rows: readonly (readonly string[])[], numbersFrom: number): string {
  const shown = rows.map((row) => row.map(showControls));
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => row[column]?.length ?? 0)),
  );
  const lines = shown.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column < numbersFrom ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}
