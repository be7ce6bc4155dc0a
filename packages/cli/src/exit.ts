/** What the exit code of the command tells a script. */
export const exitCodes = { fine: 0, error: 1, gateClosed: 2, incomplete: 3, wrongUse: 64 } as const;

/** Ends the command with a message for its user instead of a stack trace. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly exitCode: number = exitCodes.error;
}

/** The command was called, or set up, in a way that it does not know. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError';
  override readonly exitCode = exitCodes.wrongUse;
}
