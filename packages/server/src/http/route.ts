import type {
  BodyOf,
  DataOf,
  JsonBodyOf,
  Operation,
  ParamsOf,
  QueryOf,
  SuccessStatus,
} from '@extaudit/contract';
import type { AuditPool } from '@extaudit/engine/host';
import type { AccountCaller, Caller } from '../domain/auth/caller.ts';
import type { BrowserToken, RequestOrigin } from '../domain/auth/known-place.ts';
import type { Actor } from '../domain/trail/actor.ts';
import type { OpenidSignIn } from '../domain/openid/openid-sign-in.ts';
import type { Stores } from '../domain/store/ask-store.ts';
import type { DestinationGuard } from '../domain/alert/check-destination.ts';
import type { Mailer } from '../domain/alert/create-subscription.ts';
import type { CountMemory } from '../storage/catalogue/count-memory.ts';
import type { Database } from '../storage/database/database.ts';
import type { PackageStore } from '../storage/catalogue/package-store.ts';
import type { Queue } from '../storage/database/queue.ts';
import type { SecretBox } from '../storage/database/secret-box.ts';

/** What handlers work with. */
export interface Services {
  readonly db: Database;
  /** Where lists of the catalogue are read: a replica, which may be behind, or the same. */
  readonly lists: Database;
  readonly packages: PackageStore;
  readonly queue: Queue;
  readonly pool: AuditPool;
  readonly secrets: SecretBox;
  readonly destinations: DestinationGuard;
  /** Absent: this service sends no mail. */
  readonly mailer?: Mailer | undefined;
  /** Where people reach it, without a slash at its end; for links. */
  readonly publicUrl?: string | undefined;
  /** Absent: nobody signs in by OpenID Connect. */
  readonly openid?: OpenidSignIn | undefined;
  readonly stores: Stores;
  /** Absent: what searches match is counted each time. */
  readonly counts?: CountMemory | undefined;
  readonly now: () => Date;
  /** Aborted by an error that nobody handled. */
  readonly failure?: AbortSignal;
  /** Where the operator reads what no single request is to blame for. */
  readonly log?: (message: string) => void;
}

/** One operation with what answers it. */
export interface Route<O extends Operation> {
  readonly operation: O;
  readonly handle: Handler<O>;
}

/** A route whose operation's types are no longer known; only `registerRoute` calls it, after validation. */
export interface AnyRoute {
  readonly operation: Operation;
  readonly handle: (
    request: never,
    services: Services,
  ) => Promise<
    Answered<SuccessStatus, unknown> | AnsweredBytes<SuccessStatus> | AnsweredText<SuccessStatus>
  >;
}

/** Receives what has been validated; answers with `answer` or `page`, or throws a `Refusal`. */
export type Handler<O extends Operation> = (
  request: OperationRequest<O>,
  services: Services,
) => Promise<AnswerOf<O>>;

export interface OperationRequest<O extends Operation = Operation> {
  readonly params: ParamsOf<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** Of operations that take JSON as well as a file: what came, where it was JSON. */
  readonly json: JsonBodyOf<O> | undefined;
  readonly caller: CallerOf<O>;
  /** The caller as the audit trail names them. */
  readonly actor: O['auth'] extends 'session' ? Actor : undefined;
  /** The client's address, behind trusted proxies as well, and what its browser is known by. */
  readonly origin: RequestOrigin;
  /** The value of the cookie `sign_in_attempt`. */
  readonly attemptToken: string | undefined;
  /** Which of the operation's forms is asked for, by `format` or else by `Accept`. */
  readonly format: string;
  /** The one file of a multipart body, from where its contents begin. */
  readonly file: (field: string) => Promise<UploadedFile>;
}

/** A member where the operation needs a session; an account where it needs the account's webhook secret. */
type CallerOf<O extends Operation> = O['auth'] extends 'session'
  ? Caller
  : O['auth'] extends 'webhook-secret'
    ? AccountCaller
    : undefined;

export interface UploadedFile {
  readonly name: string;
  /** As they come; rejects with a `Refusal` when they are too many or cut off. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The answers that the operation's contract allows. */
type AnswerOf<O extends Operation> = {
  [S in SuccessStatus & keyof O['answers']]:
    | Answered<S, EnvelopedDataOf<O, S>>
    | (O['answers'][S] extends { readonly hasBytes: true } ? AnsweredBytes<S> : never)
    | (O['answers'][S] extends { readonly formats: object } ? AnsweredText<S> : never);
}[SuccessStatus & keyof O['answers']];

type EnvelopedDataOf<
  O extends Operation,
  S extends keyof O['answers'],
> = O['envelope'] extends 'list' ? Page<DataOf<O, S>> : DataOf<O, S>;

export interface Answered<S, D> {
  readonly status: S;
  readonly data: D;
  readonly sessionCookie?: SessionCookie;
  readonly knownBrowser?: BrowserToken | undefined;
  readonly signInAttempt?: BrowserToken | undefined;
}

/** A file as it is, where the operation's contract has it. */
interface AnsweredBytes<S> {
  readonly status: S;
  readonly file: AnsweredFile;
}

/** The answer in another form than JSON. */
export interface AnsweredText<S> {
  readonly status: S;
  readonly text: {
    /** One of the operation's `formats`. */
    readonly type: string;
    readonly body: string | AsyncIterable<string>;
    /** What a browser saves it as. */
    readonly fileName: string;
    /** Where it is to be shown as a page. */
    readonly contentSecurityPolicy?: string;
  };
}

export interface AnsweredFile {
  /** Another one for other bytes, in quotes. */
  readonly etag: string;
  /** Called where the client does not have them. */
  readonly read: () => Promise<FileBytes>;
}

export interface FileBytes {
  readonly bytes: Uint8Array;
  /** Absent for all that a browser must not show. */
  readonly imageType: string | undefined;
}

/** The cookie to set, or that it is to be forgotten. */
export type SessionCookie = { readonly token: string; readonly expiresAt: Date } | 'clear';

/** One page of a list, to be wrapped with its counts. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

export function route<const O extends Operation>(operation: O, handle: Handler<O>): Route<O> {
  return { operation, handle };
}

export function answer<const S extends SuccessStatus, D>(status: S, data: D): Answered<S, D> {
  return { status, data };
}
