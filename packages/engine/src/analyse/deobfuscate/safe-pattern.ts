import { NotKnownError } from './evaluation-errors.ts';

/** Longest pattern that is used. */
const patternLengthMax = 200;
/** Longest text that a pattern is used on which may look at parts of it again. */
const repeatedTextLengthMax = 4_096;

/** Parts of a pattern that match one character, or a place, each. */
const atom =
  /\\[xX][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\[^1-9kpPxu]|\[\^?(?:\\.|[^\]\\])*\]|[^\\[\](){}*+?|]/y;
const quantifier = /[*+?]\??|\{\d{1,3}(?:,\d{0,3})?\}\??/y;

/** What obfuscators ask of their own text: whether it still is on one line. Answered without matching. */
const selfDefence = String.raw`\w+ *\(\) *{\w+ *`;

/**
 * A regular expression of evaluated code. Only those are matched that cannot go astray: a row of characters,
 * with one repetition at most; everything else is not known.
 */
export class SafePattern {
  readonly source: string;
  readonly flags: string;
  readonly regexp: RegExp | undefined;
  private readonly mayRepeat: boolean;

  constructor(source: string, flags: string) {
    this.source = source;
    this.flags = flags;
    const repetitions = repetitionsOf(source);
    this.mayRepeat = repetitions.count > 0 && !repetitions.isLast;
    const isSafe = source.length <= patternLengthMax && repetitions.count <= 1;
    this.regexp = isSafe && /^[gimsuy]{0,4}$/.test(flags) ? compiled(source, flags) : undefined;
  }

  /** The expression to match the text with; throws `NotKnownError` where matching might take long. */
  on(text: string): RegExp {
    if (this.regexp === undefined) throw new NotKnownError('a pattern that may take long');
    if (this.mayRepeat && text.length > repeatedTextLengthMax)
      throw new NotKnownError('a text too long for its pattern');
    return this.regexp;
  }

  test(text: string): boolean {
    if (this.regexp === undefined && this.source.startsWith(selfDefence))
      return !text.includes('\n');
    return this.on(text).test(text);
  }
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** How many parts repeat, and whether nothing that could fail follows the last; infinite for what is not understood. */
function repetitionsOf(source: string): { count: number; isLast: boolean } {
  const refused = { count: Number.POSITIVE_INFINITY, isLast: false };
  if (source.length > patternLengthMax) return refused;
  let count = 0;
  let isLast = true;
  let repeated = '';
  for (let at = 0; at < source.length;) {
    const character = source[at];
    // Groups are passed over as long as nothing repeats or chooses between them.
    if ((character === '(' && source[at + 1] !== '?') || character === ')') {
      at += 1;
      if (character === ')' && /[*+?{]/.test(source[at] ?? '')) return refused;
      continue;
    }
    atom.lastIndex = at;
    const matched = atom.exec(source)?.[0];
    if (matched === undefined) return refused;
    at += matched.length;
    quantifier.lastIndex = at;
    const times = quantifier.exec(source)?.[0] ?? '';
    at += times.length;
    if (times === '' || /^\{\d+\}$/.test(times)) {
      // The end of a word follows a word by itself: nothing is tried again.
      if (count > 0 && !(matched === '\\b' && repeated === '\\w')) isLast = false;
    } else {
      count += 1;
      repeated = matched;
    }
  }
  return { count, isLast };
}
