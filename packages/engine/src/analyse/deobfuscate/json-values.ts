import { NotKnownError } from './evaluation-errors.ts';
import { Dictionary, isPrimitive, List } from './values.ts';
import type { Datum } from './values.ts';
import { Thrown } from './thrown.ts';

const depthMax = 100;
const textLengthMax = 1024 * 1024;
const valuesMax = 10_000;

/** `JSON.parse(text)`; throws `Thrown` where the text is not JSON. */
export function fromJson(text: string): Datum {
  if (text.length > textLengthMax) throw new NotKnownError('a long JSON text');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Thrown(new Dictionary(new Map([['message', error.name]])));
    throw error;
  }
  return datumOf(value, 0);
}

/** `JSON.stringify(value)` of plain data. */
export function toJson(value: Datum): string {
  return JSON.stringify(plainOf(value, 0, { valuesLeft: valuesMax })) ?? 'undefined';
}

function datumOf(value: unknown, depth: number): Datum {
  if (depth > depthMax) throw new NotKnownError('JSON that nests too deeply');
  if (Array.isArray(value)) return new List(value.map((item) => datumOf(item, depth + 1)));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]): [string, Datum] => [
      key,
      datumOf(item, depth + 1),
    ]);
    return new Dictionary(new Map(entries));
  }
  return value as Datum;
}

function plainOf(value: Datum, depth: number, bound: { valuesLeft: number }): unknown {
  bound.valuesLeft -= 1;
  // One list may stand in many places of another: counted, or it would grow without end.
  if (depth > depthMax || bound.valuesLeft < 0)
    throw new NotKnownError('an object that is too large for a text');
  if (isPrimitive(value)) return value;
  if (value instanceof List) return value.items.map((item) => plainOf(item, depth + 1, bound));
  if (!(value instanceof Dictionary) || value.isGlobal)
    throw new NotKnownError('the JSON of such a value');
  const plain = Object.create(null) as Record<string, unknown>;
  for (const [key, item] of value.entries) plain[key] = plainOf(item, depth + 1, bound);
  return plain;
}
