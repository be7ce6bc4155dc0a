/** A line of a table, as it is read. */
export interface CsvRow {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A cell or line beyond is cut: no column that counts comes near. */
const rowCharactersMax = 4 * 1024 * 1024;
const cellsMax = 500;

/**
 * Rows of a table whose cells are separated by commas, semicolons, tabs or bars, quoted as RFC 4180 has it. Empty lines are left
 * out. A row that is too long loses its end, also where a quote is never closed.
 */
export async function* csvRows(texts: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let separator: string | undefined;
  let [row, cell, line, start, length] = [[] as string[], '', 1, 1, 0];
  let state: 'plain' | 'quoted' | 'quote' = 'plain';
  // Looked up at each quote, and a look through the cell would copy what was gathered of it.
  let isBlank = true;
  function endCell(): void {
    if (row.length < cellsMax) row.push(cell);
    cell = '';
    state = 'plain';
    isBlank = true;
  }
  function endRow(): CsvRow | undefined {
    endCell();
    const ended = { line: start, cells: row };
    [row, start, length] = [[], line, 0];
    return ended.cells.some((each) => each.trim() !== '') ? ended : undefined;
  }
  for await (const text of texts) {
    if (text === '') continue;
    separator ??= separatorOf(text);
    for (const character of text) {
      if (character === '\n') line += 1;
      length += 1;
      if (state === 'quoted' && length < rowCharactersMax) {
        if (character === '"') state = 'quote';
        else cell += character;
      } else if (character === '\n') {
        const ended = endRow();
        if (ended) yield ended;
      } else if (character === separator) endCell();
      else if (character === '"' && state === 'quote') {
        cell += character;
        state = 'quoted';
      } else if (character === '"' && state === 'plain' && isBlank) {
        cell = '';
        state = 'quoted';
      } else if (character !== '\r' && length < rowCharactersMax) {
        cell += character;
        isBlank &&= character.trim() === '';
      }
    }
  }
  const last = endRow();
  if (last) yield last;
}

/** The one that the first line has most of; of a list of ids there is none. */
function separatorOf(text: string): string {
  const [first = ''] = text.trimStart().split('\n', 1);
  const counts = separators.map((each) => first.split(each).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

const separators = [',', ';', '\t', '|'];
