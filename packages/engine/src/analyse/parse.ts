import { parseSync } from 'oxc-parser';
import type { ParseResult, ParserOptions, Program } from 'oxc-parser';
import { nestingProblem } from './bracket-depth.ts';

export type Parsed = { readonly program: Program } | { readonly why: string };

/** Larger scripts take seconds and gigabytes; the largest real ones are below 20 MB. */
const sourceCharactersMax = 32 * 1024 * 1024;

/** Of those that are handed over as JSON, which is up to a hundred times as long. */
const flatSourceCharactersMax = 8 * 1024 * 1024;

/** The option is documented by oxc-parser but missing from its types. */
type RawParserOptions = ParserOptions & { readonly experimentalRawTransfer: boolean };

/**
 * Parses a script once, as module or script by what it holds. A program with errors is still used where
 * something was parsed. Offsets count UTF-16 code units. Never throws; `why` says what is wrong.
 */
export function parseScript(file: string, source: string): Parsed {
  if (source.length > sourceCharactersMax) {
    return { why: `larger than ${sourceCharactersMax} characters` };
  }
  const problem = nestingProblem(source);
  if (problem !== undefined) return { why: problem };
  let first: Parsed | undefined;
  // After the modern goal those with top-level `return` and sloppy-mode syntax, which modules refuse.
  for (const sourceType of ['unambiguous', 'script', 'commonjs'] as const) {
    const parsed = tryParse(file, source, sourceType);
    if (!('why' in parsed) || !parsed.why.startsWith(notJavaScript)) return parsed;
    first ??= parsed;
  }
  return first ?? { why: notJavaScript };
}

const notJavaScript = 'not JavaScript';

function tryParse(
  file: string,
  source: string,
  sourceType: NonNullable<ParserOptions['sourceType']>,
): Parsed {
  const options: RawParserOptions = {
    lang: 'js',
    sourceType,
    preserveParens: false,
    experimentalRawTransfer: true,
  };
  try {
    const { program, errors } = parse(file, source, options);
    const [error] = errors;
    if (program.body.length === 0 && error !== undefined)
      return { why: `${notJavaScript}: ${error.message}` };
    return { program };
  } catch (error) {
    if (error instanceof RangeError) return { why: 'an expression or statement nests too deeply' };
    return { why: `the parser failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Past about 125,000 top-level statements the parser's own deserialiser runs out of stack; its slower JSON way does not. */
function parse(file: string, source: string, options: RawParserOptions): ParseResult {
  try {
    return parseSync(file, source, options);
  } catch (error) {
    // A stack that still shows the deserialiser's entry is short: the program is long, and not deep.
    const isFlat = error instanceof RangeError && error.stack?.includes('deserializeRawTransfer');
    if (isFlat !== true) throw error;
    if (source.length > flatSourceCharactersMax)
      throw new Error('too many statements', { cause: error });
    const { lang, sourceType, preserveParens } = options;
    return parseSync(file, source, { lang, sourceType, preserveParens } as ParserOptions);
  }
}
