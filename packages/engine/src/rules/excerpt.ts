import type { Location } from '../finding.ts';

const excerptCharactersMax = 200;
/** Text shown before the column, so that a minified line shows what leads to the finding. */
const leadCharactersMax = 60;

/** The text at a place of the package; `undefined` where file or line do not exist. */
export type ExcerptReader = (at: Location) => string | undefined;

/** Reads excerpts out of files; of each file only the lines that are asked for are decoded, once. */
export function createExcerptReader(files: ReadonlyMap<string, Uint8Array>): ExcerptReader {
  const linesByFile = new Map<string, FileLines>();
  return (at) => {
    const bytes = files.get(at.file);
    if (bytes === undefined) return undefined;
    const lines = linesByFile.get(at.file) ?? new FileLines(bytes);
    linesByFile.set(at.file, lines);
    const line = lines.at(at.line);
    if (line === undefined) return undefined;
    const isBracketOnly = line.trim().length <= bracketCharactersMax;
    return isBracketOnly ? excerptOf(joinLines(lines, at.line), 1) : excerptOf(line, at.column);
  };
}

/** A line such as `}, {` says nothing by itself; what follows does. */
const bracketCharactersMax = 4;
const joinedLinesMax = 8;

function joinLines(lines: FileLines, first: number): string {
  return Array.from({ length: joinedLinesMax }, (_, index) => lines.at(first + index))
    .filter((line) => line !== undefined)
    .map((line) => line.slice(0, excerptCharactersMax).trim())
    .join(' ');
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/** The lines of a file in UTF-8, found as far as they are asked for. */
class FileLines {
  readonly #bytes: Uint8Array;
  readonly #hasCarriageReturns: boolean;
  /** Where each line starts that was found, and after the last one where the next would. */
  readonly #starts = [0];
  readonly #texts = new Map<number, string>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#hasCarriageReturns = bytes.includes(carriageReturn);
  }

  /** Counted from 1; undefined for a line that does not exist. */
  at(line: number): string | undefined {
    const starts = this.#starts;
    while (starts.length <= line && starts.at(-1)! <= this.#bytes.length)
      starts.push(this.#startAfter(this.#endOf(starts.at(-1)!)));
    const start = starts[line - 1];
    if (start === undefined || start > this.#bytes.length) return undefined;
    const text = this.#texts.get(line) ?? this.#decode(start);
    this.#texts.set(line, text);
    return text;
  }

  #decode(start: number): string {
    // Only the mark that a file starts with is no part of its text.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: start > 0 });
    return decoder.decode(this.#bytes.subarray(start, this.#endOf(start)));
  }

  #endOf(start: number): number {
    const bytes = this.#bytes;
    if (!this.#hasCarriageReturns) {
      const end = bytes.indexOf(lineFeed, start);
      return end === -1 ? bytes.length : end;
    }
    let end = start;
    while (end < bytes.length && bytes[end] !== lineFeed && bytes[end] !== carriageReturn) end += 1;
    return end;
  }

  #startAfter(end: number): number {
    const isPair = this.#bytes[end] === carriageReturn && this.#bytes[end + 1] === lineFeed;
    return end + (isPair ? 2 : 1);
  }
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
