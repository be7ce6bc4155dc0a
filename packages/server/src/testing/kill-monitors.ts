import { monitorEventTypes } from '@extaudit/engine/vocabulary';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestPool } from '../../../engine/testing/test-pool.ts';
import { service } from '../domain/trail/actor.ts';
import { createOwner } from '../domain/auth/create-owner.ts';
import { importPackage } from '../domain/catalogue/import-package.ts';
import { createMonitor } from '../domain/monitor/create-monitor.ts';
import { createSigningSecret } from '../domain/alert/signing-secret.ts';
import type { UpdateData } from '../domain/alert/update-data.ts';
import type { FeedPosition } from '../domain/monitor/feed-cursor.ts';
import { readFeed } from '../domain/monitor/read-feed.ts';
import { queueSettings } from '../jobs/index.ts';
import type { Database } from '../storage/database/database.ts';
import { openPackageFolder } from '../storage/catalogue/package-store.ts';
import { openQueue } from '../storage/database/queue.ts';
import { openSecretBox } from '../storage/database/secret-box.ts';
import { type ChangingExtension, makeChangingExtension } from './changing-extension.ts';
import { startServiceProcess, type ServiceProcess } from './service-process.ts';
import { insertTestWebhook } from './test-monitor.ts';
import { insertTestSubscription } from './test-subscription.ts';
import { withTestDatabase } from './test-database.ts';
import { startTestReceiver, type TestReceiver, verifiesSpecification } from './test-receiver.ts';
import { startTestStore } from './test-store.ts';

/** Processes at a time. */
const lanes = 4;
/** From when it works on; or from its start, so that some die before they have begun. Most lives are short. */
const lifeMilliseconds = (): number => Math.random() ** 2 * 6_000;
const unbornShare = 0.2;

const expected = ['permission_change', 'security_alert', 'version_update'];

export interface KillPlan {
  /** Extensions whose version changes meanwhile. */
  readonly extensions: number;
  readonly kills: number;
}

/**
 * Kills workers at random moments while versions change. Each change must have one event of each kind, delivered at
 * least once, with the same bytes whenever it is repeated; who reads the feed on meanwhile must see each event once, and a
 * subscription is told of each change by one message.
 */
export async function killWhileVersionsChange(
  t: TestContext,
  { extensions: extensionsTotal, kills: killsTotal }: KillPlan,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-monitors-'));
  try {
    await withTestDatabase(async ({ db, url }) => {
      await using store = await startTestStore();
      await using receiver = await startTestReceiver();
      const processes: ServiceProcess[] = [];
      await using _ended = { [Symbol.asyncDispose]: () => endAll(processes) };
      const start = (): ServiceProcess => {
        const process = startServiceProcess({
          DATABASE_URL: url,
          EXTAUDIT_DATA_DIR: folder,
          EXTAUDIT_ROLE: 'worker',
          EXTAUDIT_AUDIT_PROCESSES: '1',
          EXTAUDIT_CHROME_STORE_URL: store.chromeUrl,
          EXTAUDIT_DETECT_EVERY: '5s',
          EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.1',
          // Starting is most of what these processes do.
          NODE_COMPILE_CACHE: join(folder, 'compiled'),
        });
        processes.push(process);
        return process;
      };
      const first = start();
      await first.line(/worker is running/);
      const { accountId, extensions, secret } = await seed({
        db,
        url,
        folder,
        receiverUrl: receiver.url,
        count: extensionsTotal,
      });
      for (const { id, versions } of extensions) store.publish(id, '1.0', versions[0]);
      await until('the first versions are audited', async () => {
        const audited = await db
          .selectFrom('analysis')
          .select('analysis_id')
          .where('state', '=', 'completed')
          .execute();
        return audited.length === extensionsTotal;
      });
      // In order, so that the compiled code is kept.
      await first.end('SIGTERM');

      const reader = readOn(db, accountId);
      const kills = Array.from({ length: killsTotal }).values();
      const waiting = extensions.values();
      const changeSome = (): void => {
        for (const { id, versions } of waiting.take(extensionsTotal / killsTotal)) {
          store.publish(id, '2.0', versions[1]);
        }
      };
      const lastOnes = await Promise.all(
        Array.from({ length: lanes }, () => killAgainAndAgain(start, kills, changeSome)),
      );
      const seen = await db.selectFrom('monitor_event').select('event_id').execute();
      const working = processes.filter(({ lines }) =>
        lines.some((line) => /is running/.test(line)),
      );
      t.diagnostic(
        `${working.length} of ${processes.length} processes came to work, and wrote ${seen.length} events before the last kill`,
      );
      await until('all events are there and delivered', () => isSettled(db, extensionsTotal));
      // Time for what must not come: a second event of the same change.
      await sleep(1_500);
      for (const process of lastOnes) assert.equal(await process.end('SIGTERM'), 0);
      await checkEvents(db, extensionsTotal);
      assert.deepEqual(
        (await reader.end()).sort(),
        (await db.selectFrom('monitor_event').select('event_id').execute())
          .map(({ event_id }) => event_id)
          .sort(),
      );
      await checkUpdates(db, extensionsTotal);
      const deliveries = await deliveriesOf(db);
      assert.equal(deliveries.length, expected.length * extensionsTotal);
      checkDeliveries(deliveries, receiver, secret);
      t.diagnostic(
        `${receiver.received.length} requests for ${expected.length * extensionsTotal} events`,
      );
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whatever the test came to. */
async function endAll(processes: readonly ServiceProcess[]): Promise<void> {
  await Promise.all(processes.map((process) => process.end('SIGKILL')));
}

/** @returns the process that may live */
async function killAgainAndAgain(
  start: () => ServiceProcess,
  kills: Iterable<unknown>,
  changeSome: () => void,
): Promise<ServiceProcess> {
  for (const _kill of kills) {
    changeSome();
    const victim = start();
    if (Math.random() >= unbornShare) await victim.line(/worker is running/);
    await sleep(lifeMilliseconds());
    await victim.end('SIGKILL');
  }
  return start();
}

interface SeedOptions {
  readonly db: Database;
  readonly url: string;
  readonly folder: string;
  readonly receiverUrl: string;
  readonly count: number;
}

/** Extensions with a monitor each, whose webhooks share a secret only in their text. */
async function seed({ db, url, folder, receiverUrl, count }: SeedOptions) {
  const pool = createTestPool({ processes: 1 });
  const queue = await openQueue(url, queueSettings());
  try {
    const packages = openPackageFolder(join(folder, 'packages'));
    const secrets = await openSecretBox(join(folder, 'secrets.key'));
    const now = (): Date => new Date();
    const owner = { email: 'radia@example.org', password: 'nineteen hundred and fifty-one' };
    const { accountId } = await createOwner(db, owner);
    const secret = 'whsec_dGhlIHNlY3JldCBvZiBhbGwgcmVjZWl2ZXJz';
    await insertTestSubscription(db, {
      account_id: accountId,
      severity_min: 'info',
      url: 'https://unreachable.invalid/',
    });
    const extensions: ChangingExtension[] = [];
    for (let index = 0; index < count; index += 1) {
      const extension = makeChangingExtension(index);
      const source = { kind: 'bytes', bytes: extension.versions[0], name: extension.id } as const;
      await importPackage({ db, packages, pool, now }, source);
      const wanted = { accountId, extensionId: extension.id, enabled: true };
      const { monitorId } = await createMonitor({ db, queue }, wanted, service, now());
      const webhookId = crypto.randomUUID();
      const { sealed } = createSigningSecret({ secrets }, webhookId, secret);
      await insertTestWebhook(db, {
        webhook_id: webhookId,
        monitor_id: monitorId,
        url: receiverUrl,
        events: [...monitorEventTypes],
        format: 'json',
        secret_sealed: sealed,
      });
      extensions.push(extension);
    }
    return { accountId, extensions, secret };
  } finally {
    await queue.close(1);
    await pool.close();
  }
}

const secondsMax = 150;

async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + secondsMax * 1_000;
  while (!(await isTrue())) {
    assert.ok(performance.now() < deadline, `not in time: ${what}`);
    await sleep(250);
  }
}

async function isSettled(db: Database, extensionsTotal: number): Promise<boolean> {
  const deliveries = await deliveriesOf(db);
  return (
    deliveries.length >= expected.length * extensionsTotal &&
    deliveries.every(({ state }) => state !== 'pending')
  );
}

async function deliveriesOf(db: Database) {
  return db
    .selectFrom('delivery')
    .select(['delivery_id', 'event_id', 'event_type', 'state', 'body'])
    .where('event_id', 'is not', null)
    .execute();
}

/** Reads the feed a few events at a time, as a client does. */
function readOn(db: Database, accountId: string): { readonly end: () => Promise<string[]> } {
  const ids: string[] = [];
  let last: FeedPosition | undefined;
  let isEnded = false;
  const read = async (): Promise<void> => {
    for (;;) {
      const wasEnded = isEnded;
      const events = await readFeed(db, accountId, {}, { order: 'asc', last, limit: 3 });
      ids.push(...events.map(({ eventId }) => eventId));
      last = events.at(-1) ?? last;
      if (events.length > 0) continue;
      if (wasEnded) return;
      await sleep(20);
    }
  };
  const reading = read();
  // Whoever ends it is told.
  reading.catch(() => undefined);
  return {
    async end() {
      isEnded = true;
      await reading;
      return ids;
    },
  };
}

/** One message for each change, with those of its events that were asked for. */
async function checkUpdates(db: Database, extensionsTotal: number): Promise<void> {
  const updates = await db
    .selectFrom('delivery')
    .select('body')
    .where('event_type', '=', 'update')
    .execute();
  const told = updates.flatMap(({ body }) => {
    const { data } = JSON.parse(String(body)) as { readonly data: SubscriptionData };
    return data.updates.map(({ extension_id, events }) =>
      [extension_id, ...events.map(({ event_type }) => event_type).sort()].join(' '),
    );
  });
  assert.equal(updates.length, extensionsTotal);
  assert.equal(new Set(told).size, extensionsTotal);
  // What else there is was not asked for.
  for (const update of told) assert.match(update, /^[a-p]{32} security_alert version_update$/);
}

interface SubscriptionData {
  readonly updates: readonly UpdateData[];
}

async function checkEvents(db: Database, extensionsTotal: number): Promise<void> {
  const events = await db
    .selectFrom('monitor_event')
    .select(['monitor_id', 'event_type'])
    .execute();
  const byMonitor = Map.groupBy(events, ({ monitor_id }) => monitor_id);
  assert.equal(byMonitor.size, extensionsTotal);
  for (const [monitorId, its] of byMonitor) {
    assert.deepEqual(its.map(({ event_type }) => event_type).sort(), expected, String(monitorId));
  }
}

function checkDeliveries(
  deliveries: Awaited<ReturnType<typeof deliveriesOf>>,
  receiver: TestReceiver,
  secret: string,
): void {
  assert.equal(new Set(deliveries.map(({ event_id }) => event_id)).size, deliveries.length);
  const arrived = Map.groupBy(receiver.received, ({ headers }) => String(headers['webhook-id']));
  assert.equal(arrived.size, deliveries.length);
  for (const { delivery_id, state, body } of deliveries) {
    assert.equal(state, 'delivered');
    for (const request of arrived.get(delivery_id) ?? []) {
      assert.deepEqual(request.body, body);
      assert.ok(verifiesSpecification(request, secret));
    }
  }
}
