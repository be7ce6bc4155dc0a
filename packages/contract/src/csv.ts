import type { Cell, Column } from './list-columns.ts';

/**
 * A line of a table in CSV, as RFC 4180 writes it. Texts come from strangers: what a spreadsheet would take for a formula
 * begins with an apostrophe, and control characters but line feeds become spaces.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

export function csvHeader(columns: readonly Column<never>[]): string {
  return csvLine(columns.map(({ name }) => name));
}

const formulaStart = /^[\s\p{Cf}]*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/u;

/** Most cells: looking for formulas and control characters in them took most of the time of an export. */
const plain = /^[A-Za-z0-9][\x20-\x7e]*$/;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  if (plain.test(cell)) return quoted(cell);
  const isFormula = formulaStart.test(cell);
  const shown = cell.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ');
  return quoted(isFormula ? `'${shown}` : shown);
}

function quoted(text: string): string {
  return /[",\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
