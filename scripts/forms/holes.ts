import type { Outcome } from './measure.ts';

/**
 * What is known to fail, as a text that people read: `# missed` or `# false` and the table, then `> why`, then one line a
 * row: the row, a bar, and its columns with semicolons between.
 */
export interface Holes {
  readonly sections: readonly Section[];
}

interface Section {
  readonly title: string;
  readonly why: string;
  readonly cells: readonly Cell[];
}

interface Cell {
  readonly row: string;
  readonly column: string;
}

export function parseHoles(text: string): Holes {
  const sections = text
    .split(/^# /m)
    .slice(1)
    .map((part) => {
      const [title = '', why = '', ...lines] = part.split('\n').filter((line) => line !== '');
      const cells = lines.flatMap((line) => {
        const [row = '', columns = ''] = line.split(' | ');
        return columns.split('; ').map((column) => ({ row, column }));
      });
      return { title, why: why.replace('> ', ''), cells };
    });
  return { sections };
}

export function writeHoles({ sections }: Holes): string {
  return sections
    .filter(({ cells }) => cells.length > 0)
    .map(({ title, why, cells }) => `# ${title}\n\n> ${why}\n\n${linesOf(cells).join('\n')}\n`)
    .join('\n');
}

/** Lines of cells, as they stand in the text. */
function linesOf(cells: readonly Cell[]): readonly string[] {
  const rows = Map.groupBy(cells, ({ row }) => row);
  return [...rows].map(
    ([row, group]) => `${row} | ${group.map(({ column }) => column).join('; ')}`,
  );
}

/** Cells that fail, by how and where: `missed forms`, `false joins`. */
function failuresOf(outcomes: readonly Outcome[]): ReadonlyMap<string, readonly Cell[]> {
  const failed = outcomes.filter(({ isTrue, isTold }) => isTrue !== isTold);
  return Map.groupBy(failed, ({ isTrue, table }) => `${isTrue ? 'missed' : 'false'} ${table}`);
}

/** Without the cells that were measured and do not fail. */
export function shrunkHoles(holes: Holes, outcomes: readonly Outcome[]): Holes {
  const isMended = mendedBy(outcomes);
  return {
    sections: holes.sections.map((section) => ({
      ...section,
      cells: section.cells.filter((cell) => !isMended(section, cell)),
    })),
  };
}

function mendedBy(outcomes: readonly Outcome[]): (section: Section, cell: Cell) => boolean {
  const failures = failuresOf(outcomes);
  const measured = Map.groupBy(outcomes, ({ table }) => table as string);
  return (section, cell) => {
    const kind = kindOf(section);
    return (
      includes(measured.get(kind.split(' ')[1] ?? ''), cell) && !includes(failures.get(kind), cell)
    );
  };
}

/** Lines of cells that fail and are not listed, and of cells that are listed, were measured and do not fail. */
export function compareHoles(
  holes: Holes,
  outcomes: readonly Outcome[],
): { readonly added: readonly string[]; readonly mended: readonly string[] } {
  const failures = failuresOf(outcomes);
  const added = [...failures].flatMap(([kind, cells]) => {
    const listed = holes.sections.filter((section) => kindOf(section) === kind);
    const isListed = (cell: Cell): boolean =>
      listed.some(({ cells: known }) => includes(known, cell));
    return linesOf(cells.filter((cell) => !isListed(cell))).map((line) => `${kind}: ${line}`);
  });
  const isMended = mendedBy(outcomes);
  const mended = holes.sections.flatMap((section) =>
    linesOf(section.cells.filter((cell) => isMended(section, cell))).map(
      (line) => `${kindOf(section)}: ${line}`,
    ),
  );
  return { added, mended };
}

/** `missed forms` of a title such as `missed forms: classes`. */
function kindOf({ title }: Section): string {
  return title.split(':')[0] ?? '';
}

function includes(cells: readonly Cell[] | undefined, { row, column }: Cell): boolean {
  return cells?.some((cell) => cell.row === row && cell.column === column) ?? false;
}
