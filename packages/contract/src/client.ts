import type { BodyOf, DataOf, Operation, ParamsOf, QueryOf, SuccessStatus } from './operation.ts';

export interface ClientOptions {
  /** Of the service, for example `http://127.0.0.1:8080`; empty for the page's own origin. */
  readonly baseUrl: string;
  /** Sent with every call, for example `authorization: Bearer exta_…`. A browser sends its cookie itself. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an operation asks for; what has a default in the contract may be left out of query and body. */
export interface CallInput<O extends Operation> {
  readonly params?: ParamsOf<O>;
  readonly query?: Partial<QueryOf<O>>;
  /** Of `multipart/form-data`: the fields, a `Blob` for a file. */
  readonly body?: O['bodyType'] extends string
    ? Readonly<Record<string, string | Blob>>
    : Partial<BodyOf<O>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The success of a call, by the operation's envelope. */
export type CallResult<O extends Operation> = {
  [S in SuccessStatus & keyof O['answers']]: O['envelope'] extends 'list'
    ? ListResult<S, DataOf<O, S>>
    : { readonly status: S; readonly data: DataOf<O, S> };
}[SuccessStatus & keyof O['answers']];

export interface ListResult<S, Item> {
  readonly status: S;
  readonly result: readonly Item[];
  readonly page: number;
  readonly page_size: number;
  readonly total_count: number;
  readonly total_pages: number;
}

/** The service refused or failed; the message is its own. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** From `Retry-After`, where the service gave one. */
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;

  constructor(response: Response, message: string) {
    super(message);
    this.status = response.status;
    const retryAfter = response.headers.get('retry-after');
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
    this.requestId = response.headers.get('x-request-id') ?? undefined;
  }
}

/**
 * Calls one operation of a running service. Rejects with `ApiError` when the service answers with a failure, and
 * with the error of `fetch` when it does not answer.
 */
export async function callOperation<const O extends Operation>(
  { baseUrl, headers }: ClientOptions,
  operation: O,
  input: CallInput<O> = {},
): Promise<CallResult<O>> {
  const { body, contentType } = bodyOf(operation, input.body);
  const response = await fetch(`${baseUrl}${pathOf(operation, input.params, input.query)}`, {
    method: operation.method,
    headers: { ...headers, ...input.headers, ...(contentType && { 'content-type': contentType }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const answer = parsed(text);
  if (!response.ok || answer?.['success'] !== true) {
    const message = answer?.['error'];
    throw new ApiError(
      response,
      typeof message === 'string' ? message : `status ${response.status}`,
    );
  }
  const { success: _success, ...rest } = answer;
  return { status: response.status, ...rest } as unknown as CallResult<O>;
}

function pathOf(operation: Operation, params: unknown, query: unknown): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (!values.has(name)) throw new TypeError(`${operation.id} needs the parameter ${name}`);
    return encodeURIComponent(String(values.get(name)));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

function bodyOf(
  operation: Operation,
  body: object | undefined,
): { readonly body?: string | FormData; readonly contentType?: string } {
  if (body === undefined) return {};
  if (operation.bodyType === undefined) {
    return { body: JSON.stringify(body), contentType: 'application/json' };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(body) as [string, string | Blob][]) {
    form.set(name, value);
  }
  return { body: form };
}

/** A proxy in between may answer with anything. */
function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}
