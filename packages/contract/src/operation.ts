import type { Static, TObject, TSchema } from 'typebox';
import type { AuditAction } from './schemas/audit-trail.ts';

/** One operation of the HTTP API. Routes, validation, types, the client and OpenAPI all come from it. */
export interface Operation {
  /** kebab-case; also the name of the handler's file. */
  readonly id: string;
  readonly method: Method;
  /** With `{parameter}`, as OpenAPI writes it. */
  readonly path: `/${string}`;
  /** The group in documents, and the folder of the handler. */
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  readonly auth: Authentication;
  /**
   * What a caller must be allowed to do. A `viewer`, or a token without the scope `write`, may only `read`; to `manage`
   * is for owners' sessions and tokens with the scope. `secrets` is what tokens and secrets ask for that are one's own
   * or shared: a session that may write, or a token with the scope `manage`.
   */
  readonly access: Access;
  /** Of unsafe methods: the entry that success leaves in the account's audit trail; `none` where nothing of it changes. */
  readonly audit?: AuditAction | 'none';
  /** `none` only where a limit would hide that the service is down. */
  readonly rateLimit: RateLimit | 'none';
  readonly params?: TObject;
  readonly query?: TObject;
  /** Without it only an empty body, or an object without fields, is accepted. */
  readonly body?: TObject;
  /** `application/json` unless said otherwise. */
  readonly bodyType?: 'multipart/form-data';
  /** What an operation that takes a file takes as well, as JSON. */
  readonly jsonBody?: TObject;
  /** Whether the body's `callback_url` is told when the analysis has ended. */
  readonly hasAnalysisCallback?: true;
  /** How success is wrapped: `single` in `data`, `list` as `result` with page counts. */
  readonly envelope: 'single' | 'list';
  /** Status -> what succeeded; for lists, `data` is one item. */
  readonly answers: Readonly<Partial<Record<SuccessStatus, Answer>>>;
  /** Status -> when, for the failures that belong to this operation; `failuresOf` adds those that all share. */
  readonly errors: Readonly<Partial<Record<FailureStatus, string>>>;
}

export const methods = ['GET', 'POST', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

export const tags = [
  'extensions',
  'search',
  'publishers',
  'analyses',
  'risk-engine',
  'permhash',
  'intelligence',
  'decisions',
  'policy',
  'events',
  'subscriptions',
  'monitors',
  'webhooks',
  'inventories',
  'auth',
  'account',
  'health',
] as const;
export type Tag = (typeof tags)[number];

/** `session`: the session cookie or an API token. `webhook-secret`: the account's, as `X-Webhook-Secret`. */
export type Authentication = 'session' | 'webhook-secret' | 'none';
export type Access = 'read' | 'write' | 'manage' | 'secrets';

export const successStatuses = [200, 201, 202] as const;
export type SuccessStatus = (typeof successStatuses)[number];

export const failureStatuses = [
  400, 401, 403, 404, 405, 406, 408, 409, 413, 414, 415, 429, 431, 500, 503, 507,
] as const;
export type FailureStatus = (typeof failureStatuses)[number];

export interface Answer {
  readonly when: string;
  readonly data: TSchema;
  /** Whether the query can ask for bytes as they are instead, without envelope, and with an `ETag`. */
  readonly hasBytes?: true;
  /**
   * Other forms than JSON that `format` or `Accept` can ask for, by their words in the query, with their media types. They
   * come without envelope.
   */
  readonly formats?: Readonly<Record<string, string>>;
}

export interface RateLimit {
  /** Operations with the same name share one count. */
  readonly name: string;
  readonly requests: number;
  readonly seconds: number;
}

/** Counted per account, or per address where nobody is signed in. */
export const defaultRateLimit: RateLimit = { name: 'default', requests: 600, seconds: 60 };

/** Wrong passwords and codes are counted apart, by member and by address; this only bounds the requests. */
export const signInRateLimit = { name: 'sign-in', requests: 60, seconds: 60 };

/** Of bodies that switch something: a misspelt field would pass for a change that was made. */
export const noOtherFields = { additionalProperties: false } as const;

/** A JSON Schema. */
export type Schema = TSchema;

/** Gives an operation its exact type. */
export function defineOperation<const O extends Operation>(operation: O): O {
  return operation;
}

export type ParamsOf<O extends Operation> = Input<O['params']>;
export type QueryOf<O extends Operation> = Input<O['query']>;
export type BodyOf<O extends Operation> = Input<O['body']>;

export type JsonBodyOf<O extends Operation> = Input<O['jsonBody']>;

/** What a handler of the operation answers with: one of its statuses and the data that belongs to it. */
export type DataOf<O extends Operation, S extends keyof O['answers']> = O['answers'][S] extends {
  readonly data: infer D extends TSchema;
}
  ? DeepReadonly<Static<D>>
  : never;

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

type Input<S> = S extends TObject ? Static<S> : undefined;

const unknownWhen: Readonly<Record<Exclude<Authentication, 'none'>, string>> = {
  session: 'No session cookie or API token, or one that is no longer good.',
  'webhook-secret': 'No `X-Webhook-Secret`, or one that is no longer good.',
};

const lacksWhen: Readonly<Record<Access, string>> = {
  read: 'The API token lacks the scope `read`',
  write: 'The caller may only read',
  manage: 'The caller is no owner, or sends an API token that lacks the scope `manage`',
  secrets: 'The caller may only read, or sends an API token that lacks the scope `manage`',
};

function refusedWhen({ auth, access, method }: Operation): string | undefined {
  const lacks = auth === 'session' ? lacksWhen[access] : undefined;
  if (method === 'GET') return lacks && `${lacks}.`;
  const foreign = 'browser sent the request from another site.';
  return lacks ? `${lacks}, or a ${foreign}` : `A ${foreign}`;
}

/** Every failure that an operation can answer with, and when: its own, and those that follow from its nature. */
export function failuresOf(operation: Operation): ReadonlyMap<FailureStatus, string> {
  const failures = new Map<FailureStatus, string>();
  const isUnsafe = operation.method !== 'GET';
  failures.set(400, 'A parameter, a header or the body is not as described; the message names it.');
  if (operation.auth !== 'none') failures.set(401, unknownWhen[operation.auth]);
  if (Object.values(operation.answers).some(({ formats }) => formats !== undefined)) {
    failures.set(406, 'The answer has none of the forms that `Accept` or `format` names.');
  }
  const refused = refusedWhen(operation);
  if (refused !== undefined) failures.set(403, refused);
  failures.set(414, 'The path with its query is longer than 8,704 bytes.');
  failures.set(431, 'The headers are larger than 16 KiB.');
  // A body is read wherever one may come, also where none is asked for.
  if (isUnsafe) {
    failures.set(413, 'The body is larger than allowed.');
    const types = operation.jsonBody ? ['application/json'] : [];
    const allowed = [operation.bodyType ?? 'application/json', ...types].join(' or ');
    failures.set(415, `The body is not ${allowed}.`);
  }
  if (operation.rateLimit !== 'none') {
    failures.set(429, 'Too many requests; `Retry-After` says when to come back.');
    failures.set(503, 'The service cannot answer now; `Retry-After` says when to come back.');
  }
  failures.set(500, 'Something went wrong here; the message carries the request id.');
  for (const status of failureStatuses) {
    const when = operation.errors[status];
    if (when !== undefined) failures.set(status, when);
  }
  return new Map([...failures].toSorted(([a], [b]) => a - b));
}
