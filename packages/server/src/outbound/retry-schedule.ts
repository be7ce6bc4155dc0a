/** Seconds between an attempt and the next: 10 attempts over 75 h and more, as Standard Webhooks suggests. */
const delays = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;

export const attemptsMax = delays.length + 1;

/** Added at most, so that what failed at once does not come back at once. */
const jitter = 0.2;
const receiverSecondsMin = 60;

/**
 * When to try again. A receiver's `Retry-After` counts between the delay (at least a minute) and twice of it.
 * @param attempt that failed, from 1
 * @param random from 0 to 1
 * @returns seconds, or `undefined` when it was the last attempt
 */
export function retryDelaySeconds(
  attempt: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number | undefined {
  const delay = delays[attempt - 1];
  if (delay === undefined) return undefined;
  if (retryAfterSeconds === undefined) return Math.ceil(delay * (1 + jitter * random));
  const secondsMin = Math.max(delay, receiverSecondsMin);
  return Math.min(Math.max(retryAfterSeconds, secondsMin), Math.max(secondsMin, 2 * delay));
}
