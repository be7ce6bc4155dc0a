import type { SourceText } from '../source/source.ts';
import { align } from './align.ts';

// Beside the page, which would stand still while large files are compared.

/** What the worker is asked. */
export interface AlignRequest {
  readonly before: SourceText;
  readonly after: SourceText;
}

addEventListener('message', ({ data: { before, after } }: MessageEvent<AlignRequest>) => {
  postMessage(align(rowTexts(before), rowTexts(after)));
});

function rowTexts({ text, layout: { rows, starts, ends } }: SourceText): readonly string[] {
  return Array.from({ length: rows.length - 1 }, (_, row) => {
    const [first = 0, last = 0] = [rows[row], rows[row + 1]];
    return first === last ? '' : text.slice(starts[first] ?? 0, ends[last - 1] ?? 0);
  });
}
