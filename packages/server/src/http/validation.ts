import type { Operation, Schema } from '@extaudit/contract';
import type { FastifySchemaValidationError } from 'fastify';
import { Refusal } from '../errors.ts';

/** Ajv as the contract wants it: nothing is converted or removed, defaults are filled in. */
export const ajvOptions = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  allErrors: false,
  verbose: true,
  strict: false,
} as const;

/**
 * Turns query texts into what the schema asks for where they read exactly so; all others stay texts, which
 * the schema then refuses. Ajv's own conversion would take `''` for 0 and `1e3` for 1000. What the schema
 * does not know is left out.
 */
export function readQuery(
  query: Readonly<Record<string, unknown>>,
  schemas: Readonly<Record<string, Schema>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => Object.hasOwn(query, name))
      .map(([name, schema]) => [name, readText(query[name], (schema as { type?: unknown }).type)]),
  );
}

function readText(value: unknown, type: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (type === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (type === 'number' && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(value)) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** Deeper than any body that an operation describes; walking a deeper one could end the stack. */
const depthMax = 64;

/**
 * PostgreSQL's text cannot hold NUL, and UTF-8 no lone surrogate, so neither gets past the door; nor does
 * what is nested too deeply to look through.
 */
export function refuseUnstorableText(value: unknown, where: string, depth = 0): void {
  if (depth > depthMax) {
    throw new Refusal(
      'invalid_parameter',
      `the body must not be nested deeper than ${depthMax} levels`,
    );
  }
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) {
      throw new Refusal(
        'invalid_parameter',
        `${where} must not contain NUL or unpaired surrogates`,
      );
    }
  } else if (Array.isArray(value)) {
    for (const item of value) refuseUnstorableText(item, where, depth + 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuseUnstorableText(key, `a name in ${where}`);
      refuseUnstorableText(item, key, depth + 1);
    }
  }
}

/** A body is read as it comes: unpacking it first would make a small one as large as its sender likes. */
export function refuseEncoded(encoding: string | undefined): void {
  if (encoding === undefined || encoding === 'identity') return;
  throw new Refusal(
    'unsupported_media_type',
    `the body must not be compressed; Content-Encoding is ${JSON.stringify(shortened(encoding))}`,
  );
}

/** Of operations that take no body: a field that would do nothing passes for one that did something. */
export function refuseFields(body: unknown): void {
  if (body === undefined || body === null) return;
  const [field] = Object.keys(body);
  if (typeof body === 'object' && !Array.isArray(body) && field === undefined) return;
  const found = field === undefined ? '' : `; ${shortened(field)} is not known`;
  throw new Refusal('invalid_parameter', `the body must be empty or {}${found}`);
}

/** The schemas that Fastify compiles for the operation. A multipart body is read by its handler. */
export function inputSchemas({ params, query, body, bodyType, jsonBody }: Operation) {
  return {
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && bodyType === undefined && { body }),
    ...(jsonBody && { body: { content: { 'application/json': { schema: jsonBody } } } }),
  };
}

/** `page must be an integer from 1 to 2147483647`: the parameter and what is allowed. */
export function describeInvalid(
  errors: readonly FastifySchemaValidationError[],
  where: string,
): Error {
  const [error] = errors as readonly VerboseError[];
  if (!error) return new Error(`${where} is not as described`);
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const missing = error.params['missingProperty'];
  if (error.keyword === 'required' && typeof missing === 'string') {
    return new Error(`${path ? `${path}.` : ''}${missing} is required`);
  }
  const fields = Object.keys(error.parentSchema?.properties ?? {}).join(', ');
  const unknown = error.params['additionalProperty'];
  if (error.keyword === 'additionalProperties' && typeof unknown === 'string') {
    return new Error(
      `${path ? `${path}.` : ''}${shortened(unknown)} is not known; the body may hold ${fields}`,
    );
  }
  const name = path || (where === 'body' ? 'the body' : where);
  if (error.keyword === 'minProperties') {
    return new Error(`${name} must hold at least one of ${fields}`);
  }
  return new Error(`${name} must be ${allowed(error.parentSchema ?? {})}`);
}

/** A name of the sender's choice. */
function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100).toWellFormed()}…` : name;
}

interface VerboseError extends FastifySchemaValidationError {
  readonly parentSchema?: AllowedValues;
}

/** The parts of a JSON Schema that say what is allowed. */
interface AllowedValues {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly 'x-allowed'?: string;
}

function allowed(schema: AllowedValues): string {
  const { type, enum: words, format, minimum, maximum, minLength, maxLength } = schema;
  if (schema['x-allowed'] !== undefined) return schema['x-allowed'];
  if (words) return `one of ${words.join(', ')}`;
  if (format === 'uuid') return 'a UUID';
  if (format === 'date-time') return 'an ISO 8601 timestamp';
  if (type === 'integer') return `an integer${range(minimum, maximum)}`;
  if (type === 'number') return `a number${range(minimum, maximum)}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'array') {
    const length = range(schema.minItems, schema.maxItems);
    return length ? `an array${length} items` : 'an array';
  }
  if (type === 'object') return 'a JSON object';
  const length = range(minLength, maxLength);
  return length ? `a string${length} characters long` : 'a single string';
}

function range(from: number | undefined, to: number | undefined): string {
  if (from !== undefined && to !== undefined) return ` from ${from} to ${to}`;
  if (from !== undefined) return ` of at least ${from}`;
  return to === undefined ? '' : ` of at most ${to}`;
}
