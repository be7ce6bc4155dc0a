import type { Program } from 'oxc-parser';

export interface ParsedProgram {
  readonly program: Program;
}

/** A script that browsers refuse to run. */
export interface SyntaxProblem {
  readonly why: string;
  /** Of the first error, in UTF-16 code units. */
  readonly offset: number | undefined;
  readonly isMissingSemicolon: boolean;
}
