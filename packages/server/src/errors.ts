/**
 * A request that is turned down for a reason its sender should know. Codes are stable; the HTTP edge
 * gives each its status. The message says what was wrong and what would be right.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  /** When asking again makes sense; for `too-many-requests` and `unavailable`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(message, options);
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export interface RefusalOptions extends ErrorOptions {
  readonly retryAfterSeconds?: number;
}

const refusalCodes = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'conflict',
  'too-large',
  'unsupported-media-type',
  'too-many-requests',
  'unavailable',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];
