import type { ParsedProgram, SyntaxProblem } from './parsed-program.ts';

/** A program of what is left of a script once the places with errors are blanked out. */
export interface RepairedProgram extends ParsedProgram {
  /** As long as the original, so that places stay true. */
  readonly source: string;
  /** Lines that were changed, from 1, ascending. */
  readonly lines: readonly number[];
}

const repairsMax = 8;
/** Each repair parses the whole script again. */
const sourceCharactersMax = 1024 * 1024;

/**
 * Reads past syntax errors. No browser runs such a script, but what it was written to do is still worth
 * knowing: proofs of concept are shared with a line broken. A missing semicolon is put where there is space
 * for it; any other error costs its line.
 * @returns `undefined` when too much would have to go
 */
export function parseRepaired(
  source: string,
  problem: SyntaxProblem,
  parse: (source: string) => ParsedProgram | SyntaxProblem,
): RepairedProgram | undefined {
  if (source.length > sourceCharactersMax) return undefined;
  const lines = new Set<number>();
  let text = source;
  let next: ParsedProgram | SyntaxProblem = problem;
  for (let repairs = 0; repairs < repairsMax; repairs += 1) {
    if ('program' in next || next.offset === undefined) break;
    const repaired = repairAt(text, next.offset, next.isMissingSemicolon);
    if (repaired === text) return undefined;
    lines.add(lineAt(text, next.offset));
    text = repaired;
    next = parse(text);
  }
  if (!('program' in next) || next.program.body.length === 0) return undefined;
  return { program: next.program, source: text, lines: [...lines].sort((a, b) => a - b) };
}

function repairAt(text: string, offset: number, isMissingSemicolon: boolean): string {
  const space = text[offset];
  if (isMissingSemicolon && (space === ' ' || space === '\t')) {
    return `${text.slice(0, offset)};${text.slice(offset + 1)}`;
  }
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end === -1 ? undefined : end);
  return (
    text.slice(0, start) +
    line.replaceAll(/[^\r\n]/gu, (character) => ' '.repeat(character.length)) +
    (end === -1 ? '' : text.slice(end))
  );
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}
