import type { Refusal } from '@extaudit/server';
import { CommandError, UsageError } from '../exit.ts';

/** How a command ends that the service refuses: what it was called with is wrong use, all else an error. */
export function refused(refusal: Refusal, message: string = refusal.message): CommandError {
  const Ending = refusal.code === 'invalid_parameter' ? UsageError : CommandError;
  return new Ending(message, { cause: refusal });
}
