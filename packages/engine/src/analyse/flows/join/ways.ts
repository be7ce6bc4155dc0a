import type { Join } from './border-joins.ts';
import type { PartialFlow } from '../../collect/partial-flow.ts';
import { isOfStranger } from '../../facts/source-traits.ts';

/** Parts of several scripts in a row, each of which data may enter from the one before. */
export interface Way {
  readonly parts: readonly PartialFlow[];
  /** Whether a join on it is only possible. */
  readonly isGuess: boolean;
  /** Calls and messages that the way went into, and has to come out of: each by its place. */
  readonly entered: readonly string[];
}

const enteredMax = 8;

export function wayFrom(start: PartialFlow): Way {
  return { parts: [start], isGuess: false, entered: [] };
}

/** The way, longer by a part that it enters so. */
export function longer(way: Way, part: PartialFlow, join: Join, entered: readonly string[]): Way {
  return {
    parts: [...way.parts, part],
    isGuess: way.isGuess || (join === 'unknown' && !isChosen(way.parts[0]!)),
    entered,
  };
}

/**
 * What a way has entered that goes on in a part; undefined where the part belongs to another call: what was handed to a
 * function by one caller comes back to that one, and so do answers.
 */
export function enteredAfter(
  { entered, parts }: Way,
  part: PartialFlow,
): readonly string[] | undefined {
  const last = parts.at(-1)!;
  switch (last.output?.channel) {
    case 'argument':
    case 'message':
      return [...entered, placeOf(last.file, last.output.site)].slice(-enteredMax);
    case 'result':
    case 'callback':
      return left(entered, part);
    case 'answer':
      return isSameMessage(last) ? left(entered, part) : [];
    default:
      // What is stored or posted may be read at any time.
      return [];
  }
}

function left(entered: readonly string[], part: PartialFlow): readonly string[] | undefined {
  const latest = entered.at(-1);
  if (latest === undefined) return [];
  return latest === placeOf(part.file, part.input?.site) ? entered.slice(0, -1) : undefined;
}

/** Whether a listener answers the message that brought the data: not when each is asked to be of another type. */
function isSameMessage({ input, output }: PartialFlow): boolean {
  for (const [path, values] of input?.demands ?? []) {
    const others = output?.demands?.get(path);
    if (others !== undefined && ![...values].some((value) => others.has(value))) return false;
  }
  return true;
}

/** Whether who made the data also makes whatever else is asked of the messages that carry it. */
function isChosen({ source: { kind } }: PartialFlow): boolean {
  return isOfStranger(kind);
}

function placeOf(file: string, site: number | undefined): string {
  return `${site ?? ''} ${file}`;
}
