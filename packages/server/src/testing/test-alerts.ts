import type { MonitorEventType } from '@extaudit/engine/vocabulary';
import { randomUUIDv7 } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import { createSigningSecret } from '../domain/alert/signing-secret.ts';
import { type AlertJob, writeDeliveries } from '../domain/alert/write-deliveries.ts';
import deliverAlert from '../jobs/deliver-alert.ts';
import type { JobServices } from '../jobs/job.ts';
import type { DeliveryState } from '../storage/database/monitor-tables.ts';
import { insertMonitorEvents } from '../storage/monitor/monitor-event.ts';
import { listNotices, type StoredNotice } from '../storage/account/notice.ts';
import type { Tables } from '../storage/database/tables.ts';
import { untoldEvent } from './untold-event.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { insertTestMonitor, insertTestWebhook } from './test-monitor.ts';
import { testOutbound } from './test-outbound.ts';
import { createTestOwner } from './test-owner.ts';
import { startTestWork, type TestWork } from './test-work.ts';

/** A monitor of one account, and a queue that nobody works on unless asked to. */
export interface TestAlerts extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly work: TestWork;
  readonly services: JobServices;
  /** Moves the clock of what deliveries read and write. */
  readonly clock: { skipSeconds: number };
  readonly accountId: string;
  readonly monitorId: string;
  /** What the service's log says. */
  readonly logged: readonly string[];
  /** Subscribed to permission changes unless told otherwise. */
  addWebhook(
    webhook: Partial<Insertable<Tables['webhook']>> & { url: string },
  ): Promise<TestWebhook>;
  /** Writes an event and its deliveries, as a detection does. @returns the event's id */
  raise(eventType?: MonitorEventType): Promise<string>;
  /** Takes what waits for a worker out of the queue, the most urgent first. */
  takeJobs(): Promise<WaitingAlert[]>;
  /**
   * Makes these attempts, and those that they make necessary, each when its time has come. When there have been
   * `attemptsMax`, what comes next stays in the queue. @returns the attempts
   */
  run(jobs: readonly WaitingAlert[], attemptsMax?: number): Promise<WaitingAlert[]>;
  stored(webhookId: string): Promise<StoredAlerts>;
  /** And marks them as read. */
  unreadNotices(): Promise<StoredNotice[]>;
  /** So that a test begins with its own webhooks alone. */
  clear(): Promise<void>;
}

interface StoredAlerts {
  readonly webhook: Selectable<Tables['webhook']>;
  /** The oldest first. */
  readonly deliveries: readonly Selectable<Tables['delivery']>[];
  readonly states: readonly DeliveryState[];
}

interface TestWebhook {
  readonly webhookId: string;
  readonly secret: string;
}

interface WaitingAlert extends AlertJob {
  /** From when it was queued. */
  readonly delaySeconds: number;
}

const alertedExtension = 'm'.repeat(32);

export async function startTestAlerts(options: Partial<JobServices> = {}): Promise<TestAlerts> {
  const database = await createTestDatabase();
  const { db } = database;
  const work = await startTestWork(database);
  const clock = { skipSeconds: 0 };
  const logged: string[] = [];
  const now = (): Date => new Date(Date.now() + clock.skipSeconds * 1_000);
  const log = (line: string): void => void logged.push(line);
  const services: JobServices = { ...work, ...testOutbound(), db, now, log, ...options };
  const { accountId } = await createTestOwner(db, 'mary@example.org');
  const monitorId = await insertTestMonitor(db, { account_id: accountId });
  const alerts: TestAlerts = {
    database,
    work,
    services,
    clock,
    accountId,
    monitorId,
    logged,
    async addWebhook(webhook) {
      const webhookId = randomUUIDv7();
      const { secret, sealed } = createSigningSecret(services, webhookId);
      await insertTestWebhook(db, {
        webhook_id: webhookId,
        events: ['permission_change'],
        format: 'json',
        secret_sealed: sealed,
        ...webhook,
        monitor_id: monitorId,
      });
      return { webhookId, secret };
    },
    async raise(eventType = 'permission_change') {
      const eventId = randomUUIDv7();
      const at = now();
      const event = { eventId, monitorId, eventType, extensionId: alertedExtension };
      await db.transaction().execute(async (trx) => {
        await insertMonitorEvents(trx, { accountId, monitorId }, [
          { ...untoldEvent, ...event, createdAt: at },
        ]);
        await writeDeliveries(trx, work.queue, [{ ...event, at, data: alertedData }], at);
      });
      return eventId;
    },
    async takeJobs() {
      const { rows } = await sql<{ data: AlertJob; delay: number; priority: number }>`
        DELETE FROM pgboss.job WHERE name = 'deliver-alert'
        RETURNING data, priority, extract(epoch FROM start_after - created_on)::float8 AS delay
      `.execute(db);
      return rows
        .toSorted((a, b) => b.priority - a.priority)
        .map(({ data, delay }) => ({ ...data, delaySeconds: delay }));
    },
    async run(jobs, attemptsMax = 1_000) {
      const run: WaitingAlert[] = [];
      for (let next = jobs; next.length > 0; next = await alerts.takeJobs()) {
        for (const job of next) {
          clock.skipSeconds += job.delaySeconds;
          await deliverAlert.run(job, services);
          run.push(job);
        }
        if (run.length >= attemptsMax) break;
      }
      return run;
    },
    async stored(webhookId) {
      const webhook = await db
        .selectFrom('webhook')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .executeTakeFirstOrThrow();
      const deliveries = await db
        .selectFrom('delivery')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .orderBy('created_at')
        .orderBy('delivery_id')
        .execute();
      return { webhook, deliveries, states: deliveries.map(({ state }) => state) };
    },
    async unreadNotices() {
      const filter = { accountId, isUnreadOnly: true };
      const { items } = await listNotices(db, filter, { page: 1, pageSize: 100 });
      await db.updateTable('notice').set({ read_at: now() }).execute();
      return [...items];
    },
    async clear() {
      await alerts.takeJobs();
      await db.deleteFrom('webhook').execute();
      await alerts.unreadNotices();
    },
    async [Symbol.asyncDispose]() {
      await work.close();
      await database.close();
    },
  };
  return alerts;
}

const alertedData = {
  extension_name: 'Tab Counter <!channel>',
  previous_version: '4.1.9',
  new_version: '4.2.0',
  permissions_added: ['cookies', '<all_urls>'],
  permissions_removed: ['tabs'],
  risk_level_change: { from: 'low', to: 'high' },
};
