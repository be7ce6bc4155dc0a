import { classifications, type Classification } from '../../packages/engine/src/vocabulary.ts';
import type { Table } from './case.ts';
import type { Outcome } from './measure.ts';

/** Shares that a table has to reach, 0 to 1. */
const bars: Readonly<Record<Table, { readonly answered: number; readonly falseTwins: number }>> = {
  forms: { answered: 0.97, falseTwins: 0.01 },
  helpers: { answered: 1, falseTwins: 0 },
  evasions: { answered: 1, falseTwins: 0 },
  joins: { answered: 1, falseTwins: 0 },
  facts: { answered: 0.98, falseTwins: 0.02 },
  obfuscation: { answered: 0.97, falseTwins: 0 },
  compiled: { answered: 0.94, falseTwins: 0.04 },
  libraries: { answered: 0.9, falseTwins: 0.01 },
};

/** How many cells of a table, a row or a column are answered, and how many twins are false. */
interface Tally {
  readonly name: string;
  readonly cells: number;
  readonly answered: number;
  readonly falseTwins: number;
  /** Of those answered, how many show the fact itself. */
  readonly shown: number;
  /** How many programs, and how many twins, have each classification. */
  readonly classes: Readonly<Record<'programs' | 'twins', Classes>>;
}

type Classes = Partial<Readonly<Record<Classification, number>>>;

export interface TableResult extends Tally {
  readonly rows: readonly Tally[];
  readonly columns: readonly Tally[];
  readonly isGood: boolean;
}

export function resultOf(table: Table, outcomes: readonly Outcome[]): TableResult {
  const whole = tally(table, outcomes);
  const bar = bars[table];
  return {
    ...whole,
    rows: tallies(outcomes, ({ row }) => row),
    columns: tallies(outcomes, ({ column }) => column),
    isGood:
      whole.answered >= bar.answered * whole.cells &&
      whole.falseTwins <= bar.falseTwins * whole.cells,
  };
}

function tallies(
  outcomes: readonly Outcome[],
  nameOf: (outcome: Outcome) => string,
): readonly Tally[] {
  return [...Map.groupBy(outcomes, nameOf)].map(([name, group]) => tally(name, group));
}

function tally(name: string, outcomes: readonly Outcome[]): Tally {
  const programs = outcomes.filter(({ isTrue }) => isTrue);
  const told = outcomes.filter(({ isTold }) => isTold);
  const answered = told.filter(({ isTrue }) => isTrue).length;
  return {
    name,
    cells: programs.length,
    answered,
    falseTwins: told.length - answered,
    shown: programs.filter(({ isShown }) => isShown).length,
    classes: {
      programs: classesOf(programs),
      twins: classesOf(outcomes.filter(({ isTrue }) => !isTrue)),
    },
  };
}

function classesOf(outcomes: readonly Outcome[]): Classes {
  const groups = Map.groupBy(outcomes, ({ classification }) => classification);
  return Object.fromEntries([...groups].map(([name, group]) => [name, group.length]));
}

/** Rows and columns from the worst, those without a fault left out. */
export function textOf({ rows, columns, isGood, ...whole }: TableResult, isShort: boolean): string {
  const { name } = whole;
  const bar = bars[name as Table];
  const head = `${name}: ${lineOf(whole)}; at least ${percent(bar.answered)} answered, at most ${percent(bar.falseTwins)} false: ${isGood ? 'good' : 'not reached'}`;
  const parts = [...worst('columns', columns, isShort), ...worst('rows', rows, isShort)];
  return [head, ...(name === 'obfuscation' ? classLines(rows) : []), ...parts].join('\n');
}

/** Each row with what became of its programs and of their twins. */
function classLines(rows: readonly Tally[]): readonly string[] {
  const counts = (classes: Classes): string =>
    classifications
      .toReversed()
      .flatMap((name) => (classes[name] === undefined ? [] : `${classes[name]} ${name}`))
      .join(', ');
  return rows.map(
    ({ name, cells, shown, classes: { programs, twins } }) =>
      `  ${name.padEnd(34)} ${shown}/${cells} with the fact: ${counts(programs)}; twins: ${counts(twins)}`,
  );
}

function worst(title: string, tallied: readonly Tally[], isShort: boolean): readonly string[] {
  const faults = ({ cells, answered, falseTwins }: Tally): number =>
    (cells - answered + falseTwins) / cells;
  const faulty = tallied
    .filter((one) => faults(one) > 0)
    .sort((left, right) => faults(right) - faults(left));
  const shown = isShort ? faulty.slice(0, 25) : faulty;
  const left = faulty.length - shown.length;
  return [
    `  ${title} from the worst`,
    ...shown.map((one) => `    ${one.name.padEnd(52)} ${lineOf(one)}`),
    ...(left > 0 ? [`    and ${left} more with faults (--whole shows them)`] : []),
  ];
}

function lineOf({ cells, answered, falseTwins }: Tally): string {
  return `${answered}/${cells} answered (${percent(answered / cells)}), ${falseTwins} false twins (${percent(falseTwins / cells)})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
