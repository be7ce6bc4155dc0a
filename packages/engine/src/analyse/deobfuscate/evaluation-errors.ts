import type { Datum } from './values.ts';

/**
 * Thrown where an expression hangs on something that only running the extension would tell. Not an `Error`: many
 * questions end so, and the trace of the stack would cost more than the question.
 */
export class NotKnownError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Thrown where an expression takes more steps or memory than it may. */
export class ExhaustedError extends Error {
  override readonly name = 'ExhaustedError';
}

/** An exception of the evaluated code: `try` of that code sees it. */
export class Thrown extends Error {
  override readonly name = 'Thrown';
  readonly value: Datum;

  constructor(value: Datum) {
    super('thrown by evaluated code');
    this.value = value;
  }
}
