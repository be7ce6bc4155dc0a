import { parseSync } from 'oxc-parser';
import type { ParseResult, ParserOptions } from 'oxc-parser';
import { nestingProblem } from './bracket-depth.ts';
import { parseRepaired, type RepairedProgram } from './parse-repaired.ts';
import type { ParsedProgram, SyntaxProblem } from './parsed-program.ts';

/** With `source` and `lines` where the script could be read only in part; `why` then says so. */
export type Parsed =
  | ParsedProgram
  | (RepairedProgram & { readonly why: string })
  | { readonly why: string };

/** Larger scripts take seconds and gigabytes; the largest real ones are below 20 MB. */
const sourceCharactersMax = 32 * 1024 * 1024;

/** Of those that are handed over as JSON, which is up to a hundred times as long. */
const flatSourceCharactersMax = 8 * 1024 * 1024;

/** The option is documented by oxc-parser but missing from its types. */
type RawParserOptions = ParserOptions & { readonly experimentalRawTransfer: boolean };

/**
 * Parses a script once, as module or script by what it holds. A program with errors is still used where
 * something was parsed, and of a script that no browser would run what can be read is. Offsets count
 * UTF-16 code units. Never throws; `why` says what is wrong. `bytes` is the source in UTF-8, for who has it.
 */
export function parseScript(
  file: string,
  source: string,
  bytes: Uint8Array = Buffer.from(source),
): Parsed {
  if (source.length > sourceCharactersMax) {
    return { why: `larger than ${sourceCharactersMax} characters` };
  }
  const problem = nestingProblem(bytes);
  if (problem !== undefined) return { why: problem };
  const parsed = parseAnyGoal(file, source);
  if (!('offset' in parsed)) return parsed;
  const { why } = parsed;
  const repaired = parseRepaired(source, parsed, (text) => parseAnyGoal(file, text));
  if (repaired === undefined) return { why };
  const lines =
    repaired.lines.length === 1
      ? `line ${repaired.lines[0]}`
      : `lines ${repaired.lines.join(', ')}`;
  return { ...repaired, why: `${why}; read without ${lines}` };
}

function parseAnyGoal(file: string, source: string): ParsedProgram | SyntaxProblem {
  let first: SyntaxProblem | undefined;
  // After the modern goal those with top-level `return` and sloppy-mode syntax, which modules refuse.
  for (const sourceType of ['unambiguous', 'script', 'commonjs'] as const) {
    const parsed = tryParse(file, source, sourceType);
    if ('program' in parsed || parsed.offset === undefined) return parsed;
    first ??= parsed;
  }
  return first ?? unreadable('not JavaScript');
}

function tryParse(
  file: string,
  source: string,
  sourceType: NonNullable<ParserOptions['sourceType']>,
): ParsedProgram | SyntaxProblem {
  const options: RawParserOptions = {
    lang: 'js',
    sourceType,
    preserveParens: false,
    experimentalRawTransfer: true,
  };
  try {
    const { program, errors } = parse(file, source, options);
    const [error] = errors;
    if (program.body.length > 0 || error === undefined) return { program };
    return {
      why: `not JavaScript: ${error.message}`,
      offset: error.labels[0]?.start ?? 0,
      isMissingSemicolon: error.message.startsWith('Expected a semicolon'),
    };
  } catch (error) {
    if (error instanceof RangeError)
      return unreadable('an expression or statement nests too deeply');
    return unreadable(
      `the parser failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function unreadable(why: string): SyntaxProblem {
  return { why, offset: undefined, isMissingSemicolon: false };
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
