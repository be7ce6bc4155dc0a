/** One value of DER, the encoding of certificates and signatures. https://www.itu.int/rec/T-REC-X.690 */
export interface DerNode {
  readonly tag: number;
  /** Without tag and length. */
  readonly contents: Uint8Array;
  /** With them. */
  readonly whole: Uint8Array;
}

export const derTags = {
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The values that stand one after the other. Throws `RangeError` where the bytes are none. */
export function readDer(bytes: Uint8Array): readonly DerNode[] {
  const nodes: DerNode[] = [];
  for (let at = 0; at < bytes.length;) {
    const { start, end } = extentOf(bytes, at);
    nodes.push({
      tag: bytes[at]!,
      contents: bytes.subarray(start, end),
      whole: bytes.subarray(at, end),
    });
    if (nodes.length > nodesMax) throw new RangeError(`more than ${nodesMax} values`);
    at = end;
  }
  return nodes;
}

/** The values inside of one that holds others. */
export function childrenOf(node: DerNode | undefined, tag: number): readonly DerNode[] {
  if (node?.tag !== tag) throw new RangeError(`no value with the tag ${tag}`);
  return readDer(node.contents);
}

const nodesMax = 1_000;

function extentOf(bytes: Uint8Array, at: number): { readonly start: number; readonly end: number } {
  const first = bytes[at + 1];
  if (first === undefined || first === 0x80) throw new RangeError('a length is missing');
  const digits = first < 0x80 ? 0 : first & 0x7f;
  if (digits > 4) throw new RangeError('a length is too long');
  let length = digits === 0 ? first : 0;
  for (let digit = 0; digit < digits; digit += 1)
    length = length * 256 + (bytes[at + 2 + digit] ?? Number.NaN);
  const start = at + 2 + digits;
  const end = start + length;
  if (!(end <= bytes.length)) throw new RangeError('a value ends outside');
  return { start, end };
}
