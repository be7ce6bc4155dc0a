import type { Operation } from '@extaudit/contract';
import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import {
  type InputSchema,
  hostileInput,
  rawJsonMark,
  rawJsons,
  validInput,
} from './arbitrary-input.ts';

/** A request as it goes over the wire, nothing in it mended on the way. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, percent-encoded, or wrongly so. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Who sends it; the test has the cookies. */
  readonly sender: Sender;
}

const senders = ['owner', 'viewer', 'stranger', 'forger'] as const;
export type Sender = (typeof senders)[number];

/**
 * Requests made from the contract: about a third as it describes them, the others wrong in one place or several.
 * @param known texts that exist in the service, such as ids
 */
export function arbitraryRequest(
  operations: readonly Operation[],
  known: readonly string[],
): Arbitrary<WireRequest> {
  const perOperation = operations.map((operation) => requestTo(operation, known));
  return fc.oneof(
    { weight: 19, arbitrary: fc.oneof(...perOperation) },
    { weight: 1, arbitrary: requestToNothing() },
  );
}

/** A path that the operation allows, and every time the same one. */
export function examplePath({ path, params }: Operation): string {
  return Object.entries(params ? exampleParams(params) : {}).reduce<string>(
    (whole, [name, value]) => whole.replace(`{${name}}`, () => encode(value)),
    path,
  );
}

const paramsBySchema = new WeakMap<object, object>();

/** Made once for each schema, because tests ask for each a hundred times. */
function exampleParams(schema: NonNullable<Operation['params']>): object {
  const made = paramsBySchema.get(schema);
  if (made) return made;
  const [params] = fc.sample(validInput(schema as InputSchema), { seed: 5, numRuns: 1 });
  paramsBySchema.set(schema, params as object);
  return params as object;
}

function requestTo(operation: Operation, known: readonly string[]): Arbitrary<WireRequest> {
  const headers = headersFor(operation);
  return fc.record({
    method: usually(fc.constant<string>(operation.method), fc.constantFrom(...wireMethods), 15),
    target: targetOf(operation, known),
    headers: usually(fc.constant(headers), hostileHeaders(headers), 9),
    body: operation.body
      ? bodyOf(operation, known)
      : usually(fc.constant(undefined), fc.constant('{}'), 9),
    sender: sender(),
  });
}

function requestToNothing(): Arbitrary<WireRequest> {
  const segment = fc.oneof(
    fc.constantFrom(
      'api',
      'v1',
      'extensions',
      'docs',
      '%',
      '%ff',
      '%00',
      '..',
      '.',
      '%2f',
      '~',
      '*',
    ),
    fc.webSegment(),
  );
  return fc.record({
    method: fc.constantFrom(...wireMethods),
    target: fc.array(segment, { maxLength: 9 }).map((segments) => `/${segments.join('/')}`),
    headers: fc.constant({}),
    body: fc.constant(undefined),
    sender: sender(),
  });
}

const wireMethods = [
  'GET',
  'POST',
  'PATCH',
  'DELETE',
  'PUT',
  'OPTIONS',
  'HEAD',
  'TRACE',
  'PROPFIND',
];

function usually<T>(good: Arbitrary<T>, bad: Arbitrary<T>, weight: number): Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: good }, { weight: 1, arbitrary: bad });
}

function sender(): Arbitrary<Sender> {
  return usually(fc.constant<Sender>('owner'), fc.constantFrom<Sender>(...senders), 6);
}

function headersFor({ body, bodyType }: Operation): Record<string, string> {
  if (!body) return {};
  return { 'content-type': bodyType ? `${bodyType}; boundary=fuzz` : 'application/json' };
}

function hostileHeaders(headers: Record<string, string>): Arbitrary<Record<string, string>> {
  const types = [
    '',
    'text/plain',
    'application/xml',
    'multipart/form-data',
    'application/json; charset=utf-7',
    '\t',
  ];
  return fc.oneof(
    fc.constantFrom(...types).map((type) => ({ 'content-type': type })),
    fc
      .constantFrom('cross-site', 'none', 'x')
      .map((site) => ({ ...headers, 'sec-fetch-site': site })),
    fc.constantFrom('null', 'https://evil.test', '::').map((origin) => ({ ...headers, origin })),
    fc
      .constantFrom('Bearer x', 'Basic eDp5', '')
      .map((value) => ({ ...headers, authorization: value })),
    fc.constant({ ...headers, 'content-encoding': 'gzip' }),
    fc.constant({ ...headers, accept: 'text/html', 'if-none-match': '*', range: 'bytes=0-1' }),
  );
}

function targetOf({ path, params, query }: Operation, known: readonly string[]): Arbitrary<string> {
  const schemas = Object.entries((params?.properties ?? {}) as Record<string, InputSchema>);
  const values = fc.tuple(
    ...schemas.map(([, schema]) => usually(validInput(schema, known), hostileInput(), 7)),
  );
  const filled = values.map((texts) =>
    schemas.reduce<string>(
      (whole, [name], at) => whole.replace(`{${name}}`, () => encode(texts[at])),
      path,
    ),
  );
  return fc
    .tuple(filled, queryOf((query ?? {}) as InputSchema, known))
    .map(([place, text]) => (text === '' ? place : `${place}?${text}`));
}

function queryOf(schema: InputSchema, known: readonly string[]): Arbitrary<string> {
  const named = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fc.tuple(fc.constant(name), usually(validInput(property, known), hostileInput(), 7)),
  );
  const unknown = fc.tuple(fc.constantFrom('__proto__', 'x', 'page[]', '', '%'), hostileInput());
  const pairs = named.length > 0 ? usually(fc.oneof(...named), unknown, 11) : unknown;
  return fc
    .array(pairs, { maxLength: named.length > 0 ? 4 : 1 })
    .map((list) => list.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'));
}

/** Percent-encoded as far as that can be said of it: a lone surrogate becomes bytes that are no UTF-8. */
function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
}

function bodyOf(operation: Operation, known: readonly string[]): Arbitrary<string | undefined> {
  const schema = (operation.body ?? {}) as InputSchema;
  if (operation.bodyType !== undefined) return multipartBody(schema);
  const valid = validInput(schema, known);
  return fc.oneof(
    { weight: 5, arbitrary: valid.map(toJson) },
    { weight: 3, arbitrary: fc.tuple(valid, hostileChange(schema), rawJson()).map(changed) },
    {
      weight: 1,
      arbitrary: fc.tuple(hostileInput(), rawJson()).map(([value, raw]) => toJson(value, raw)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...brokenBodies, undefined) },
  );
}

function rawJson(): Arbitrary<string> {
  return fc.constantFrom(...rawJsons);
}

interface Change {
  readonly name: string;
  readonly value: unknown;
}

function hostileChange(schema: InputSchema): Arbitrary<Change> {
  const names = Object.keys(schema.properties ?? {});
  const name = fc.constantFrom(...names, ...names, ...names, '__proto__', 'constructor', 'a\0b');
  // An absent value leaves a field out that may be needed.
  return fc.record({ name, value: usually(hostileInput(), fc.constant(undefined), 5) });
}

function changed([body, { name, value }, raw]: [unknown, Change, string]): string {
  const entries = Object.entries(body as object).filter(([key]) => key !== name);
  return toJson(Object.fromEntries([...entries, [name, value]]), raw);
}

function toJson(value: unknown, raw = '1e400'): string {
  return JSON.stringify(value).replaceAll(`"${rawJsonMark}"`, () => raw);
}

const brokenBodies = [
  '',
  '{',
  '{"a":1,}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{}}}',
  '\uFEFF{}',
  '[1e400]',
  '"\\ud800"',
  '['.repeat(100_000),
  '{"a":'.repeat(5_000) + '1' + '}'.repeat(5_000),
];

function multipartBody(schema: InputSchema): Arbitrary<string> {
  const names = fc.constantFrom(...Object.keys(schema.properties ?? {}), 'other', '');
  const contents = fc.constantFrom(
    '',
    'PK\u0003\u0004',
    'Cr24\u0003\0\0\0',
    'Cr24\u0003\0\0\0\u007f\u007f\u007f\u007f',
    '{}',
  );
  const part = fc.tuple(names, contents, fc.constantFrom('a.crx', '', '../\0.zip'));
  return fc.tuple(fc.array(part, { maxLength: 3 }), fc.boolean()).map(([parts, ends]) => {
    const written = parts.map(
      ([name, content, file]) =>
        `--fuzz\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n${content}\r\n`,
    );
    return `${written.join('')}${ends ? '--fuzz--\r\n' : ''}`;
  });
}
