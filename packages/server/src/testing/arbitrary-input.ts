import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

/** The keywords of JSON Schema that the contract's inputs use. */
export interface InputSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly InputSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: InputSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, InputSchema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

/**
 * Values that a schema allows.
 * @param known texts that exist in the service; those that a schema allows are tried often
 */
export function validInput(schema: InputSchema, known: readonly string[] = []): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => validInput(option, known)));
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer') return validInteger(schema);
  if (schema.type === 'number') return fc.double({ noNaN: true, ...boundsOf(schema) });
  if (schema.type === 'array') return validArray(schema, known);
  if (schema.type === 'object') return validObject(schema, known);
  return schema.type === 'string' ? validText(schema, known) : fc.jsonValue();
}

/** What no schema of ours allows, or what breaks programs that look too briefly. */
export function hostileInput(): Arbitrary<unknown> {
  return fc.oneof(
    fc.constantFrom<unknown>(...hostileTexts, null, true, -1, 0, 2 ** 31, 2 ** 53, 1e308, -0.5),
    fc.constantFrom<unknown>([], {}, [[]], [null], { __proto__: null, constructor: {} }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.integer({ min: 101, max: 5_000 }).map((length) => 'x'.repeat(length)),
    fc.jsonValue(),
  );
}

/** JSON that `JSON.stringify` never writes; put in place of this text, quotes included. */
export const rawJsonMark = 'raw-json-here';
export const rawJsons = [
  '1e400',
  '-1e400',
  '1E-400',
  '9'.repeat(400),
  '"\\ud800"',
  '"\\u0000"',
  'NaN',
];

const hostileTexts = [
  '',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066',
  '%00',
  '%',
  '../../etc/passwd',
  "'; DROP TABLE extension; --",
  '$1 \\ %_',
  '1e400',
  '-0',
  '0x10',
  '00000000-0000-0000-0000-000000000000',
  '9999-99-99',
  '2024-02-30T25:61:61Z',
  '-271821-04-20',
  '__proto__',
  'constructor',
  'javascript:alert(1)',
  'http://[::ffff:7f00:1]/',
  rawJsonMark,
];

function validInteger(schema: InputSchema): Arbitrary<number> {
  const { min, max } = boundsOf(schema);
  const near = fc.integer({ min, max: Math.min(max, min + 3) });
  return fc.oneof(near, fc.integer({ min, max }), fc.constantFrom(min, max));
}

function boundsOf({ minimum = -1_000_000, maximum = 1_000_000 }: InputSchema) {
  return { min: minimum, max: maximum };
}

function validArray(schema: InputSchema, known: readonly string[]): Arbitrary<unknown[]> {
  const minLength = schema.minItems ?? 0;
  const maxLength = Math.min(schema.maxItems ?? 5, minLength + 5);
  return fc.array(validInput(schema.items ?? {}, known), { minLength, maxLength });
}

function validObject(schema: InputSchema, known: readonly string[]): Arbitrary<object> {
  const properties = Object.entries(schema.properties ?? {});
  const model = Object.fromEntries(
    properties.map(([name, property]) => [name, validInput(property, known)]),
  );
  const needed = (schema.required ?? []).filter(
    (name) => schema.properties?.[name]?.default === undefined,
  );
  return fc.record(model, { requiredKeys: needed });
}

function validText(schema: InputSchema, known: readonly string[]): Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = 60 } = schema;
  const fresh =
    pattern === undefined ? textOfFormat(format, minLength, maxLength) : textOfPattern(pattern);
  const usable = known.filter((text) => allows(schema, text));
  if (usable.length === 0) return fresh;
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...usable) }, fresh);
}

const textsOfPattern = new Map<string, Arbitrary<string>>();

/** Made once for each pattern, which takes some milliseconds. */
function textOfPattern(pattern: string): Arbitrary<string> {
  const texts = textsOfPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  textsOfPattern.set(pattern, texts);
  return texts;
}

function textOfFormat(format: string | undefined, min: number, max: number): Arbitrary<string> {
  const date = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.constantFrom('grace@example.org', 'new@example.org');
  if (format === 'date-time') return date.map((time) => time.toISOString());
  if (format === 'date') return date.map((time) => time.toISOString().slice(0, 10));
  if (format === 'uri')
    return fc.constantFrom('https://127.0.0.1:1/', 'http://192.0.2.1/', 'ftp://a');
  return fc.string({ minLength: min, maxLength: Math.min(max, min + 40) });
}

function allows({ pattern, format, minLength = 0, maxLength = 60 }: InputSchema, text: string) {
  if (pattern !== undefined) return new RegExp(pattern).test(text);
  if (format === 'uuid') return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
  return format === undefined && text.length >= minLength && text.length <= maxLength;
}
