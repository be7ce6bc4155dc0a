import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import type { AuditPool } from '@extaudit/engine/host';
import type { ConnectionCounts, Database } from '../storage/database/database.ts';
import { gaugeProcess } from './gauge-process.ts';
import { gaugeShared } from './gauge-shared.ts';
import { readSharedState } from './read-shared-state.ts';

/** What `/metrics` tells of this process, and of what it shares with the others. */
export interface Metrics {
  /** The same pool, with every audit counted. */
  readonly countAudits: (pool: AuditPool) => AuditPool;
  readonly onAttempt: (outcome: AttemptOutcome) => void;
  /** Prometheus' text format. Never rejects because the database is away: then it says so. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

export interface MetricsSources {
  readonly db: Database;
  readonly connections: () => ConnectionCounts;
  readonly now: () => Date;
  readonly version: string;
}

const attemptOutcomes = ['delivered', 'pending', 'exhausted'] as const;
type AttemptOutcome = (typeof attemptOutcomes)[number];

const auditOutcomes = ['completed', 'failed'] as const;

/** From hello-world to the largest real packages. */
const auditSecondsBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

/**
 * No label has values that an account, a package or a receiver could add to: a stranger must not be able to make the
 * monitoring grow.
 */
export function createMetrics(sources: MetricsSources): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  let pool: AuditPool | undefined;
  gaugeProcess(registers, {
    version: sources.version,
    connections: sources.connections,
    childIds: () => pool?.processIds() ?? [],
  });
  const tellShared = gaugeShared(registers);
  const count = auditMeter(registers);
  const attempts = new Counter({
    name: 'extaudit_delivery_attempts_total',
    help: 'Attempts to deliver an alert or callback by this process: delivered, to be tried again (pending) or given up (exhausted).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of attemptOutcomes) attempts.inc({ outcome }, 0);
  return {
    countAudits(inner) {
      pool = inner;
      return count(inner);
    },
    onAttempt: (outcome) => attempts.inc({ outcome }),
    async text() {
      const state = await readSharedState(sources.db, sources.now()).catch(() => undefined);
      tellShared(state);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function auditMeter(registers: Registry[]): (pool: AuditPool) => AuditPool {
  const audits = new Counter({
    name: 'extaudit_audits_total',
    help: 'Audits that this process ended: completed, or failed (no package, no process survived it, or no time for it).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of auditOutcomes) audits.inc({ outcome }, 0);
  const seconds = new Histogram({
    name: 'extaudit_audit_seconds',
    help: 'Duration of completed audits, without the wait for a free child process.',
    buckets: auditSecondsBuckets,
    registers,
  });
  return (pool) => ({
    ...pool,
    async audit(source, { onCost, ...options }) {
      try {
        let taken: number | undefined;
        const audit = await pool.audit(source, {
          ...options,
          onCost(cost) {
            taken = cost.seconds;
            onCost?.(cost);
          },
        });
        audits.inc({ outcome: 'completed' });
        if (taken !== undefined) seconds.observe(taken);
        return audit;
      } catch (error) {
        audits.inc({ outcome: 'failed' });
        throw error;
      }
    },
  });
}
