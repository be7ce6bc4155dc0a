import { parseSync } from 'oxc-parser';
import type { ParserOptions, Program } from 'oxc-parser';
import { nestingProblem } from './bracket-depth.ts';

export type Parsed = { readonly program: Program } | { readonly why: string };

/** Larger scripts take seconds and gigabytes; the largest real ones are below 20 MB. */
const sourceCharactersMax = 32 * 1024 * 1024;

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
  const first = tryParse(file, source, 'unambiguous');
  if (!('why' in first)) return first;
  // Top-level `return` and sloppy-mode syntax that the module goal refuses.
  for (const sourceType of ['script', 'commonjs'] as const) {
    const other = tryParse(file, source, sourceType);
    if (!('why' in other)) return other;
  }
  return first;
}

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
    const { program, errors } = parseSync(file, source, options);
    const [error] = errors;
    if (program.body.length === 0 && error !== undefined)
      return { why: `not JavaScript: ${error.message}` };
    return { program };
  } catch (error) {
    if (error instanceof RangeError) return { why: 'an expression or statement nests too deeply' };
    return { why: `the parser failed: ${error instanceof Error ? error.message : String(error)}` };
  }
}
