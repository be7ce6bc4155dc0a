/**
 * Processor time of `run`, for tests that bound work: unlike the clock it does not grow
 * when other processes share the machine.
 */
export function cpuSeconds(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  return process.cpuUsage(before).user / 1_000_000;
}
