import { availableParallelism } from 'node:os';
import { InvalidArgumentError } from 'commander';

const processCountMax = 64;

/** As many audits at a time as the machine has cores for. */
export function defaultProcessCount(): number {
  return Math.min(availableParallelism(), processCountMax);
}

/** For commander, which puts the option's name before the message. */
export function parseProcessCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > processCountMax) {
    throw new InvalidArgumentError(`Allowed are whole numbers from 1 to ${processCountMax}.`);
  }
  return count;
}
