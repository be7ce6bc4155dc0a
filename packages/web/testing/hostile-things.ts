import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { IntelligenceEntry } from '@extaudit/engine/intelligence';
import { refreshPublishers } from '../../server/src/domain/catalogue/refresh-publishers.ts';
import { saveFeed } from '../../server/src/intel/save-feed.ts';
import { putNotice } from '../../server/src/storage/account/notice.ts';
import { insertMonitorEvents } from '../../server/src/storage/monitor/monitor-event.ts';
import type { TestApp } from '../../server/src/testing/test-app.ts';
import { insertTestDecision } from '../../server/src/testing/test-decision.ts';
import { takeInventory } from '../../server/src/testing/test-inventory.ts';
import { accountOf, insertTestDelivery } from '../../server/src/testing/test-monitor.ts';
import { insertTestSubscription } from '../../server/src/testing/test-subscription.ts';

export const attack = `"'><img src=x onerror="window.ran=1"><script>window.ran=1</script>`;
/** Would turn what follows it around. */
export const bidi = '\u202Egnp.exe';
export const long = 'x'.repeat(10_000);

/** All else whose texts somebody outside gives: publisher, reviews, inventory, decisions, receivers, events. */
export async function insertHostileThings(
  app: TestApp,
  cookie: string,
  extensionId: string,
): Promise<void> {
  await insertReview(app, extensionId);
  await insertPublisher(app, extensionId);
  await insertInventory(app, cookie, extensionId);
  const said = { source: attack + bidi, confidence: 'low', threats: [attack], date: '2031-02-03' };
  const domain = { ...said, kind: 'domain', value: 'gather.dev', reference: 'javascript:ran=1' };
  await saveFeed(app.database.db, attack + long, [domain] as IntelligenceEntry[], new Date());
  const decision = { extension_id: extensionId, owner: attack };
  await insertTestDecision(app, cookie, { ...decision, reason: attack + bidi });
  const reason = (attack + long).slice(0, 2_000);
  await insertTestDecision(app, cookie, {
    ...decision,
    action: 'block',
    rule: undefined,
    host: attack,
    reason,
  });
  await app.send('POST', '/api/v1/account/tokens', {
    cookie,
    json: { name: attack, scopes: ['read'] },
  });
  const accountId = await accountOf(app, cookie);
  await insertReceivers(app, accountId);
  await insertEvent(app, cookie, accountId, extensionId);
}

async function insertReview({ database: { db } }: TestApp, extensionId: string): Promise<void> {
  const row = {
    review_id: randomUUID(),
    extension_id: extensionId,
    reviewer_name: attack + long,
    rating: 1,
    review_date: '2026-01-02',
    review_text: attack + bidi + long,
    review_text_hash: 'h',
  };
  await db.insertInto('review').values(row).execute();
}

async function insertPublisher(
  { database, services }: TestApp,
  extensionId: string,
): Promise<void> {
  const { db } = database;
  const publisher_id = attack + bidi;
  const row = { publisher_id, author: attack + long, email: attack, website: 'javascript:ran=1' };
  await db.insertInto('publisher').values(row).execute();
  const update = db.updateTable('extension').set({ publisher_id });
  await update.where('extension_id', '=', extensionId).execute();
  await refreshPublishers(db, services.now());
}

async function insertInventory(app: TestApp, cookie: string, extensionId: string): Promise<void> {
  const unknown = 'ponmlkjihgfedcbaponmlkjihgfedcba';
  const rows = [
    ['machine', 'user', 'extension_id', 'name', 'version'],
    [attack, attack, extensionId, attack, '1.0'],
    [bidi + long.slice(0, 200), bidi, unknown, attack + bidi, attack],
  ];
  const quoted = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`));
  const file = quoted.map((cells) => cells.join(',')).join('\n');
  await takeInventory(app, cookie, file, `source=${encodeURIComponent(attack)}`);
}

async function insertReceivers({ database: { db } }: TestApp, accountId: string): Promise<void> {
  const url = `https://hooks.example.org/${attack}${long.slice(0, 1_000)}`;
  const subscription = { account_id: accountId, name: attack + bidi, url };
  const webhook_id = await insertTestSubscription(db, subscription);
  await insertTestDelivery(db, { webhook_id, body: Buffer.from(JSON.stringify({ attack, long })) });
}

async function insertEvent(
  app: TestApp,
  cookie: string,
  accountId: string,
  extensionId: string,
): Promise<void> {
  const json = { extension_id: extensionId };
  const { status, body } = await app.send('POST', '/api/v1/monitors', { cookie, json });
  assert.equal(status, 201, body.error);
  const { id: monitorId } = body.data['monitor'] as { readonly id: string };
  const createdAt = app.services.now();
  const told = { extension_name: attack + bidi, headline: attack + long, summary: [attack, bidi] };
  const event = {
    eventId: randomUUIDv7(),
    extensionId,
    eventType: 'security_alert',
    severity: 'critical',
    details: { attack },
    told,
    createdAt,
  } as const;
  const notice = {
    noticeId: randomUUID(),
    accountId,
    kind: 'webhook-disabled',
    createdAt,
  } as const;
  await app.database.db.transaction().execute(async (trx) => {
    await insertMonitorEvents(trx, { accountId, monitorId }, [event]);
    await putNotice(trx, { ...notice, message: attack + long, about: {} });
  });
}
