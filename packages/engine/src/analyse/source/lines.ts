import type { Location } from '../../finding.ts';
import { Offsets } from './offsets.ts';

/** Where a script's text starts in its file; scripts inside HTML start further down. 1-based. */
export interface Start {
  readonly line: number;
  readonly column: number;
}

/** Turns offsets (UTF-16 code units) into lines and columns. Does not hold the text: facts hold these to the end. */
export class Lines {
  private readonly file: string;
  private readonly start: Start;
  private readonly starts: Offsets;

  constructor(file: string, source: string, start: Start = { line: 1, column: 1 }) {
    this.file = file;
    this.start = start;
    this.starts = lineStarts(source);
  }

  at(offset: number): Location {
    const { starts } = this;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts.at(middle)! <= offset) low = middle;
      else high = middle - 1;
    }
    const column = offset - starts.at(low)! + 1;
    return {
      file: this.file,
      line: low + this.start.line,
      column: low === 0 ? column + this.start.column - 1 : column,
    };
  }

  /** Lines of the script itself. */
  get count(): number {
    return this.starts.length;
  }
}

function lineStarts(source: string): Offsets {
  const starts = new Offsets();
  starts.push(0);
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}
