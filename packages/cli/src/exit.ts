/** What the exit code of the command tells a script. */
export const exitCodes = { fine: 0, error: 1, thresholdReached: 2, incomplete: 3 } as const;

/** Ends the command with a message for its user instead of a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, options?: ErrorOptions & { readonly exitCode?: number }) {
    super(message, options);
    this.exitCode = options?.exitCode ?? exitCodes.error;
  }
}
