import type { Location } from '../finding.ts';

const excerptCharactersMax = 200;
/** Text shown before the column, so that a minified line shows what leads to the finding. */
const leadCharactersMax = 60;

/** The text at a place of the package; `undefined` where file or line do not exist. */
export type ExcerptReader = (at: Location) => string | undefined;

/** Reads excerpts out of files; each file is decoded and cut into lines once. */
export function createExcerptReader(files: ReadonlyMap<string, Uint8Array>): ExcerptReader {
  const linesByFile = new Map<string, readonly string[]>();
  return (at) => {
    const bytes = files.get(at.file);
    if (bytes === undefined) return undefined;
    const lines = linesByFile.get(at.file) ?? splitLines(bytes);
    linesByFile.set(at.file, lines);
    const line = lines[at.line - 1];
    if (line === undefined) return undefined;
    const isBracketOnly = line.trim().length <= bracketCharactersMax;
    return isBracketOnly ? excerptOf(joinLines(lines, at.line - 1), 1) : excerptOf(line, at.column);
  };
}

/** A line such as `}, {` says nothing by itself; what follows does. */
const bracketCharactersMax = 4;
const joinedLinesMax = 8;

function joinLines(lines: readonly string[], first: number): string {
  return lines
    .slice(first, first + joinedLinesMax)
    .map((line) => line.slice(0, excerptCharactersMax).trim())
    .join(' ');
}

function splitLines(bytes: Uint8Array): readonly string[] {
  const text = new TextDecoder().decode(bytes);
  // Most files hold no `\r`, and a plain text splits them faster.
  return text.split(text.includes('\r') ? /\r\n|\n|\r/ : '\n');
}

function excerptOf(line: string, column: number): string {
  const isShort = line.length <= excerptCharactersMax;
  const start = isShort ? 0 : Math.max(0, column - 1 - leadCharactersMax);
  const text = line.slice(start, start + excerptCharactersMax).trim();
  const visible = showControls(text);
  // Escapes are longer than what they stand for; the promise of length holds for what is shown.
  return visible.length <= excerptCharactersMax
    ? visible
    : `${visible.slice(0, excerptCharactersMax - 1)}…`;
}

/**
 * Makes characters visible that a terminal or an editor would obey instead of show: control codes,
 * bidirectional overrides (https://trojansource.codes), zero-width characters, lone surrogates.
 */
export function showControls(text: string): string {
  return text.replaceAll('\t', ' ').replace(invisible, (character) => {
    const hex = character.codePointAt(0)!.toString(16).padStart(4, '0');
    return `\\u{${hex}}`;
  });
}

// Cc: controls with C1; Cf: bidirectional and zero-width; Zl, Zp: line separators; Cs: lone surrogates.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
