import { Gauge, type Registry } from 'prom-client';
import type { SharedState } from './read-shared-state.ts';

/** Of what all processes share; absent while the database does not answer. */
export function gaugeShared(registers: Registry[]): (state: SharedState | undefined) => void {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ) => new Gauge<Label>({ name: `extaudit_${name}`, help, labelNames, registers });
  const up = gauge('database_up', '1 when the database answered this question, else 0.');
  const jobs = gauge('queue_jobs', 'Jobs that are ready, delayed or active, in all processes.', [
    'queue',
    'state',
  ]);
  const oldest = gauge('queue_oldest_ready_seconds', 'Age of the oldest job that is ready.', [
    'queue',
  ]);
  const failures = gauge(
    'store_failures',
    'How often a store has failed in a row; 0 once it answers.',
    ['store'],
  );
  const paused = gauge('store_paused_seconds', 'How long nobody will ask a store yet.', ['store']);
  const workers = gauge('workers', 'Worker processes seen within the last minute.');
  const stateful = [jobs, oldest, failures, paused, workers];
  return (state) => {
    for (const each of stateful) each.reset();
    up.set(state ? 1 : 0);
    if (!state) return workers.remove();
    workers.set(state.workers);
    for (const { name: queue, ready, delayed, active, oldestReadySeconds } of state.queues) {
      jobs.set({ queue, state: 'ready' }, ready);
      jobs.set({ queue, state: 'delayed' }, delayed);
      jobs.set({ queue, state: 'active' }, active);
      oldest.set({ queue }, oldestReadySeconds);
    }
    for (const { store, failures: count, pausedSeconds } of state.stores) {
      failures.set({ store }, count);
      paused.set({ store }, pausedSeconds);
    }
  };
}
