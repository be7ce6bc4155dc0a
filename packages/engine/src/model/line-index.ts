import type { Location } from '../finding.ts';

/**
 * Turns offsets of a text into 1-based lines and columns (UTF-16 code units); lines end at `\n`.
 * The text is read once, when the first offset is asked for.
 */
export function lineIndex(file: string, text: string): (offset: number) => Location {
  let starts: Uint32Array | undefined;
  return (offset) => {
    starts ??= lineStarts(text);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { file, line: low + 1, column: offset - starts[low]! + 1 };
  };
}

function lineStarts(text: string): Uint32Array {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  const starts = new Uint32Array(count);
  let line = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    line += 1;
    starts[line] = at + 1;
  }
  return starts;
}
