import { isUtf8 } from 'node:buffer';
import type { Extension } from '../../model/extension.ts';
import { decodeText } from '../../unpack/decode-text.ts';
import type { InlineScript } from './html.ts';
import type { Start } from './lines.ts';

/** One piece of JavaScript to read. */
export interface ScriptSource {
  readonly file: string;
  readonly text: string;
  /** The text in UTF-8. */
  readonly bytes: Uint8Array;
  readonly start?: Start;
}

/** Files that are scripts, then the inline scripts of pages. */
export function* sourcesOf(
  extension: Extension,
  inlineScripts: readonly InlineScript[],
): Generator<ScriptSource> {
  for (const [file, bytes] of extension.package.files) {
    if (!/\.[cm]?js$/i.test(file)) continue;
    const text = decodeText(bytes);
    yield { file, text, bytes: encoded(text, bytes) };
  }
  for (const { file, source, line, column } of inlineScripts) {
    yield { file, text: source, bytes: Buffer.from(source), start: { line, column } };
  }
}

/** A text in UTF-8: mostly the bytes that it was decoded from, which takes no time. */
function encoded(text: string, from: Uint8Array): Uint8Array {
  if (!isUtf8(from)) return Buffer.from(text);
  const hasMark = from[0] === 0xef && from[1] === 0xbb && from[2] === 0xbf;
  return hasMark ? from.subarray(3) : from;
}
