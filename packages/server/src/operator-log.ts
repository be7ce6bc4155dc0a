import type { FastifyBaseLogger } from 'fastify';

/**
 * Where a running service tells its operator of what went wrong: in the log of its requests, in the form that those have,
 * or without one as text.
 */
export function operatorLog({
  logger,
  log = () => undefined,
}: {
  readonly logger?: FastifyBaseLogger;
  readonly log?: (message: string) => void;
}): (message: string) => void {
  return logger ? (message) => logger.warn(message) : log;
}
