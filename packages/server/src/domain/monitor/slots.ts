import { createHash } from 'node:crypto';

/**
 * When an extension's monitors are due next: checks are spread over the interval by a hash of the extension's id, so that
 * schedulers whose clocks differ agree on the moment, and one question to the store serves all monitors of an
 * extension. `claimDueMonitors` does the same in SQL.
 */
export function nextSlot(extensionId: string, after: Date, everySeconds: number): Date {
  const hash = createHash('md5').update(extensionId).digest('hex').slice(0, 7);
  const phase = Number.parseInt(hash, 16) % everySeconds;
  const passed = Math.floor((after.getTime() / 1_000 - phase) / everySeconds);
  return new Date((phase + everySeconds * (passed + 1)) * 1_000);
}
