/** A line of a file, without its end; `text` is absent when it was longer than allowed. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string | undefined;
}

/** Splits UTF-8 chunks at line feeds, holding at most one line of `lineBytesMax` in memory. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  lineBytesMax: number,
): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let number = 1;
  const take = (): Line => {
    const text = bytes > lineBytesMax ? undefined : Buffer.concat(parts).toString('utf8');
    parts = [];
    bytes = 0;
    number += 1;
    return { number: number - 1, text };
  };
  for await (const chunk of chunks) {
    const buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let start = 0; start <= buffer.length;) {
      const end = buffer.indexOf(10, start);
      const part = buffer.subarray(start, end === -1 ? buffer.length : end);
      bytes += part.length;
      if (bytes <= lineBytesMax) parts.push(Buffer.from(part));
      else parts = [];
      if (end === -1) break;
      yield take();
      start = end + 1;
    }
  }
  if (bytes > 0) yield take();
}
