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
