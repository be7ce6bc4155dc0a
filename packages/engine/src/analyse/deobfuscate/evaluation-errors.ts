import type { Datum } from './values.ts';

/** Thrown where an expression hangs on something that only running the extension would tell. */
export class NotKnownError extends Error {
  override readonly name = 'NotKnownError';
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
