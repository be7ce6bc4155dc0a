import { PackageError } from './package.ts';

/**
 * Reads the length-delimited fields of a protocol buffer message: field number -> values in order. Fields of
 * other wire types are passed over. Values are views; nothing is allocated by a length that the message claims.
 * Encoding: https://protobuf.dev/programming-guides/encoding/
 * @throws PackageError `malformed-package`
 */
export function readFields(message: Uint8Array): ReadonlyMap<number, readonly Uint8Array[]> {
  const fields = new Map<number, Uint8Array[]>();
  let at = 0;
  while (at < message.length) {
    const tag = readVarint(message, at);
    const wireType = tag.value % 8;
    const number = Math.floor(tag.value / 8);
    if (wireType === 0) at = readVarint(message, tag.end).end;
    else if (wireType === 1) at = tag.end + 8;
    else if (wireType === 5) at = tag.end + 4;
    else if (wireType === 2) {
      const length = readVarint(message, tag.end);
      at = length.end + length.value;
      const values = fields.get(number) ?? [];
      if (at <= message.length) values.push(message.subarray(length.end, at));
      fields.set(number, values);
    } else throw malformed();
  }
  if (at !== message.length) throw malformed();
  return fields;
}

/** Ten bytes hold 64 bits; numbers past 2^53 lose digits, and are past every bound either way. */
const varintBytesMax = 10;

function readVarint(message: Uint8Array, start: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < varintBytesMax; index += 1) {
    const byte = message[start + index];
    if (byte === undefined) throw malformed();
    value += (byte % 128) * 2 ** (7 * index);
    if (byte < 128) return { value, end: start + index + 1 };
  }
  throw malformed();
}

function malformed(): PackageError {
  return new PackageError(
    'malformed-package',
    'The CRX file cannot be read: its header is no valid message.',
  );
}
