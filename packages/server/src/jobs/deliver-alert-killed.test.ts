import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSecretBox } from '../storage/database/secret-box.ts';
import { startServiceProcess } from '../testing/service-process.ts';
import { untilLockWaits } from '../testing/lock-waits.ts';
import { startTestAlerts, type TestAlerts } from '../testing/test-alerts.ts';
import { startTestReceiver, verifiesSpecification } from '../testing/test-receiver.ts';

describe('a process that delivers alerts', () => {
  let folder: string;
  let alerts: TestAlerts;
  let env: Record<string, string>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'extaudit-alert-'));
    const secrets = await openSecretBox(join(folder, 'secrets.key'));
    alerts = await startTestAlerts({ secrets });
    env = {
      DATABASE_URL: alerts.database.url,
      EXTAUDIT_DATA_DIR: folder,
      EXTAUDIT_ROLE: 'worker',
      EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.1',
    };
  });
  after(async () => {
    await alerts[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** Waits until nothing is pending any more. */
  async function settled(webhookId: string) {
    const { db } = alerts.database;
    for (let wait = 0; ; wait += 1) {
      const deliveries = await db
        .selectFrom('delivery')
        .selectAll()
        .where('webhook_id', '=', webhookId)
        .execute();
      if (deliveries.every(({ state }) => state !== 'pending')) return deliveries;
      assert.ok(wait < 1_200, 'deliveries are still pending');
      await sleep(50);
    }
  }

  /** Holds the rows so that whoever wants to record an attempt waits, until `release` is called. */
  async function holdDeliveries(webhookId: string): Promise<{ release(): Promise<void> }> {
    const held = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holding = alerts.database.db.transaction().execute(async (trx) => {
      const rows = trx.selectFrom('delivery').select('state').where('webhook_id', '=', webhookId);
      await rows.forUpdate().execute();
      held.resolve();
      await released.promise;
    });
    await held.promise;
    return {
      release() {
        released.resolve();
        return holding;
      },
    };
  }

  it("SIGKILL between the receiver's 200 and the commit: delivered again, same id, same bytes (row 10)", async () => {
    await using receiver = await startTestReceiver();
    const { webhookId, secret } = await alerts.addWebhook({ url: receiver.url });
    await using victim = startServiceProcess(env);
    await victim.line(/worker is running/);
    const held = Promise.withResolvers<{ release(): Promise<void> }>();
    receiver.onRequest = async () => held.resolve(await holdDeliveries(webhookId));
    await alerts.raise();
    const hold = await held.promise;
    receiver.onRequest = async () => undefined;
    await untilLockWaits(alerts.database.db, '"delivery"');
    await victim.end('SIGKILL');
    await hold.release();

    await using heir = startServiceProcess(env);
    await heir.line(/worker is running/);
    const [first, again] = await receiver.until(2);
    assert.ok(first && again);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers['webhook-id'], first.headers['webhook-id']);
    assert.ok(verifiesSpecification(again, secret));
    const [delivery] = await settled(webhookId);
    assert.deepEqual([delivery?.state, delivery?.attempts], ['delivered', 1]);
    assert.equal(await heir.end('SIGTERM'), 0);
    assert.equal(receiver.received.length, 2);
  });

  it('SIGTERM: attempts under way end and are recorded, the others wait for the next process (row 13)', async () => {
    await using slow = await startTestReceiver();
    // Longer than it takes until the workers are told to take no more.
    slow.onRequest = () => sleep(4_000);
    const webhooks = await Promise.all(
      Array.from({ length: 3 }, () => alerts.addWebhook({ url: slow.url })),
    );
    for (let event = 0; event < 12; event += 1) await alerts.raise();
    await using first = startServiceProcess(env);
    await first.line(/worker is running/);
    await slow.until(10);
    assert.equal(await first.end('SIGTERM'), 0);
    const { length: attempts } = slow.received;
    assert.ok(attempts < 36, `${attempts} attempts`);
    const ids = webhooks.map(({ webhookId }) => webhookId);
    const states = await alerts.database.db
      .selectFrom('delivery')
      .select(['state', 'attempts'])
      .where('webhook_id', 'in', ids)
      .execute();
    assert.equal(states.filter(({ state }) => state === 'delivered').length, attempts);
    const waiting = states.filter(({ state }) => state === 'pending');
    assert.deepEqual(
      waiting.map((delivery) => delivery.attempts),
      Array.from({ length: 36 - attempts }, () => 0),
    );

    slow.onRequest = async () => undefined;
    await using next = startServiceProcess(env);
    await next.line(/worker is running/);
    for (const id of ids) await settled(id);
    assert.equal(slow.received.length, 36, 'none came twice');
    assert.equal(await next.end('SIGTERM'), 0);
  });
});
