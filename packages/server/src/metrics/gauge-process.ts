import { Gauge, type Registry } from 'prom-client';
import type { ConnectionCounts } from '../storage/database/database.ts';
import { residentBytes } from './process-memory.ts';

interface ProcessSources {
  readonly version: string;
  readonly connections: () => ConnectionCounts;
  /** Process ids of the children that audit. */
  readonly childIds: () => readonly number[];
}

/** What this process alone has, read at each question. */
export function gaugeProcess(
  registers: Registry[],
  { version, connections, childIds }: ProcessSources,
): void {
  const gauge = (
    name: string,
    help: string,
    read: (gauge: Gauge) => void | Promise<void>,
    labelNames: string[] = [],
  ): Gauge =>
    new Gauge({
      name: `extaudit_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        return read(this);
      },
    });
  gauge(
    'build_info',
    'Always 1; the label is the release that runs.',
    (each) => each.set({ version }, 1),
    ['version'],
  );
  gauge(
    'database_connections',
    'Database connections of this process, those of the queue apart.',
    (each) => {
      const { used, idle } = connections();
      each.set({ state: 'used' }, used);
      each.set({ state: 'idle' }, idle);
    },
    ['state'],
  );
  gauge('database_connections_max', 'Database connections that this process may open.', (each) =>
    each.set(connections().max),
  );
  gauge('database_waiting', 'Queries of this process that wait for a free connection.', (each) =>
    each.set(connections().waiting),
  );
  gauge(
    'audit_children',
    'Child processes of this process that audit packages, at work or idle.',
    (each) => each.set(childIds().length),
  );
  gauge(
    'audit_children_resident_bytes',
    'Resident memory of these children together; 0 where the system has no /proc.',
    async (each) => each.set((await residentBytes(childIds())) ?? 0),
  );
}
