import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { insertMonitorEvents, type NewMonitorEvent } from '../../storage/monitor/monitor-event.ts';
import type { WebhookFormat } from '../../storage/database/monitor-tables.ts';
import { insertTestSubscription } from '../../testing/test-subscription.ts';
import { startTestWatch, type TestWatch } from '../../testing/test-watch.ts';
import { sendDueDigests } from './send-digests.ts';
import type { UpdateData } from './update-data.ts';

interface DigestData {
  readonly updates: readonly UpdateData[];
  readonly more: number;
  readonly is_shortened?: true;
}

const idOf = (index: number): string =>
  index
    .toString(16)
    .padStart(32, '0')
    .replaceAll(/./g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));

describe('a digest of more than it has room for', () => {
  let watch: TestWatch;
  before(async () => {
    watch = await startTestWatch();
  });
  after(() => watch[Symbol.asyncDispose]());

  const eventOf = (index: number, event: Partial<NewMonitorEvent> = {}): NewMonitorEvent => ({
    eventId: randomUUIDv7(),
    extensionId: idOf(index),
    eventType: 'version_update',
    severity: 'low',
    told: {
      extension_name: `Extension ${index}`,
      headline: '',
      summary: ['It has another version.'],
    },
    details: { from_version: '1.0', to_version: '1.1' },
    createdAt: watch.services.now(),
    ...event,
  });
  const grave = (index: number): NewMonitorEvent =>
    eventOf(index, { eventType: 'security_alert', severity: 'critical' });

  /** @returns the message's body */
  async function digestOf(
    events: readonly NewMonitorEvent[],
    format: WebhookFormat = 'json',
  ): Promise<string> {
    const { db } = watch.database;
    const account_id = await watch.addAccount();
    const subscriptionId = await insertTestSubscription(db, {
      account_id,
      frequency: 'daily',
      next_digest_at: watch.services.now(),
    });
    await db
      .updateTable('webhook')
      .set({ format })
      .where('webhook_id', '=', subscriptionId)
      .execute();
    await db
      .transaction()
      .execute((trx) =>
        insertMonitorEvents(trx, { accountId: account_id, monitorId: null }, events),
      );
    await sendDueDigests(watch.services);
    const [sent, ...more] = await db
      .selectFrom('delivery')
      .where('webhook_id', '=', subscriptionId)
      .select('body')
      .execute();
    assert.deepEqual(more, []);
    return String(sent?.body);
  }
  const dataOf = (body: string) => (JSON.parse(body) as { readonly data: DigestData }).data;

  it('begins with the worst, however many came before it, and counts all others', async () => {
    const many = Array.from({ length: 2_300 }, (_, index) => eventOf(index % 300));
    const { updates, more } = dataOf(await digestOf([...many, grave(999)]));
    assert.deepEqual([updates[0]?.extension_id, updates[0]?.severity], [idOf(999), 'critical']);
    assert.equal(updates.length + more, 301);
  });

  it('tells the worst of one extension that changes all the time', async () => {
    const many = Array.from({ length: 2_100 }, () => eventOf(1));
    const { updates, more } = dataOf(await digestOf([...many, grave(1), eventOf(2)]));
    assert.deepEqual(
      updates.map(({ extension_id, severity }) => [extension_id, severity]),
      [
        [idOf(1), 'critical'],
        [idOf(2), 'low'],
      ],
    );
    assert.equal(more, 0);
  });

  it('lets one that says much take no room from others, and loses none without counting it', async () => {
    const words = Array.from({ length: 50 }, (_, index) => `${index} ${'w'.repeat(490)}`);
    const lists = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`list_${index}`, words]),
    );
    const loud = eventOf(0, { eventType: 'security_alert', details: lists, severity: 'high' });
    const others = Array.from({ length: 199 }, (_, index) => grave(index + 1));
    const body = await digestOf([loud, ...others]);
    assert.ok(body.length < 300_000, `${body.length} characters`);
    const { updates, more, is_shortened } = dataOf(body);
    assert.equal(is_shortened, true);
    assert.equal(updates.length + more, 200);
    assert.ok(updates.length > 150, `${updates.length} of 200`);
    for (const { events, extension_id } of updates) {
      assert.match(extension_id, /^[a-p]{32}$/);
      assert.ok(events.every((event) => /^[0-9a-f-]{36}$/.test(event.id)));
    }
  });

  it('names several in Slack although one of them says much', async () => {
    const summary = Array.from({ length: 20 }, (_, index) => `${index} ${'w'.repeat(490)}`);
    const told = { extension_name: 'Loud', headline: '', summary };
    const loud = eventOf(0, { eventType: 'security_alert', severity: 'critical', told });
    const body = await digestOf([loud, eventOf(1), eventOf(2)], 'slack');
    for (const name of ['Loud', 'Extension 1', 'Extension 2']) assert.ok(body.includes(name), name);
  });
});
