const baseSeconds = 60;
const pauseSecondsMax = 6 * 3_600;

/** Added at most, so that not all processes come back at once. */
const jitter = 0.2;

/**
 * How long to leave a store alone after it failed: twice as long each time, and no shorter than it asks for, up to
 * six hours.
 * @param failures in a row, this one included
 * @param retryAfterSeconds of the `StoreError`
 * @param random from 0 to 1
 */
export function pauseSeconds(
  failures: number,
  retryAfterSeconds: number | undefined,
  random: number,
): number {
  const doubled = baseSeconds * 2 ** Math.min(Math.max(failures, 1) - 1, 20);
  const wanted = Math.max(doubled * (1 + jitter * random), retryAfterSeconds ?? 0);
  return Math.ceil(Math.min(wanted, pauseSecondsMax));
}

/** What those are told who would ask a store that is left alone. @param lastProblem why it is */
export function pausedBecause(lastProblem: string | undefined): string {
  const paused = 'the store is left alone for a while';
  return lastProblem === undefined ? paused : `${paused}, because ${lastProblem}`;
}
