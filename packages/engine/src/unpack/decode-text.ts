/**
 * The text of a file as browsers read it: in UTF-16 where it starts with the byte-order mark of UTF-16, else in UTF-8.
 * The mark itself is no part of it. https://encoding.spec.whatwg.org/#decode
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(utf16Of(bytes) ?? 'utf-8').decode(bytes);
}

/** Which UTF-16 a file says that it is in. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}
