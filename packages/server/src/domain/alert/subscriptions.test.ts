import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sendDueDigests } from './send-digests.ts';
import { createMailer } from '../../outbound/send-mail.ts';
import { listFeed } from '../../storage/monitor/feed.ts';
import { listMonitors } from '../../storage/monitor/monitor.ts';
import { makeTestExtension, type TestExtension } from '../../testing/test-extension.ts';
import { startTestMailServer, type TestMailServer } from '../../testing/test-mail-server.ts';
import { startTestReceiver, verifiesStandardWebhooks } from '../../testing/test-receiver.ts';
import { startTestWatch, type TestWatch } from '../../testing/test-watch.ts';
import { importInventory } from '../inventory/import-inventory.ts';
import { service } from '../trail/actor.ts';
import { changeSubscription, removeSubscription } from './change-subscription.ts';
import { createSubscription, type WantedSubscription } from './create-subscription.ts';
import { compareMonitors } from '../monitor/compare-monitors.ts';
import { requestCover } from '../monitor/cover-watched.ts';
import type { UpdateData } from './update-data.ts';

const publicUrl = 'https://extaudit.example.org';

interface Message {
  readonly event: string;
  readonly subscription_id: string;
  readonly data: { readonly updates: readonly UpdateData[]; readonly more: number };
}

describe('a subscription', () => {
  let watch: TestWatch;
  let server: TestMailServer;
  let accountId: string;
  before(async () => {
    watch = await startTestWatch();
    server = await startTestMailServer();
    const mailer = createMailer({ smtpUrl: server.url, from: 'extaudit@example.org' });
    Object.assign(watch.services, { publicUrl, mailer });
    await watch.startWorkers();
    accountId = await watch.addAccount();
  });
  after(async () => {
    await watch[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const take = (extension: TestExtension, version: string, manifest = {}) =>
    watch.take({ kind: 'bytes', bytes: extension.pack(version, manifest), name: 'upload' });

  /** As the next check of the extension would notice it. */
  const publish = async (extension: TestExtension, version: string, manifest = {}) => {
    await take(extension, version, manifest);
    await compareMonitors(watch.services, extension.id);
  };

  const subscribe = (url: string, wanted: Partial<WantedSubscription> = {}) =>
    createSubscription(
      watch.services,
      {
        accountId,
        name: 'Channel',
        watches: 'all',
        inventoryId: null,
        extensionIds: [],
        severityMin: 'info',
        frequency: 'at_once',
        events: ['version_update', 'permission_change', 'manifest_change'],
        format: 'json',
        url,
        ...wanted,
      },
      service,
    );

  /** Waits until the account watches the extension, as the next look shows what is there by then. */
  async function untilWatched(extensionId: string, isWatched = true): Promise<void> {
    const { db } = watch.database;
    for (;;) {
      const monitors = await db
        .selectFrom('monitor')
        .innerJoin('extension', 'extension.extension_id', 'monitor.extension_id')
        .innerJoin('version', 'version.extension_id', 'extension.extension_id')
        .innerJoin('analysis', 'analysis.extension_version_id', 'version.extension_version_id')
        .select('monitor_id')
        .where('account_id', '=', accountId)
        .where('monitor.extension_id', '=', extensionId)
        .where('analysis.state', '=', 'completed')
        .execute();
      if (monitors.length > 0 === isWatched) return;
      await requestCover(watch.services);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function untilEvents(extensionId: string, count: number): Promise<void> {
    for (;;) {
      const filters = { extensionIds: [extensionId] };
      const place = { order: 'asc', limit: 50 } as const;
      const events = await listFeed(watch.database.db, accountId, filters, place);
      if (events.length >= count) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('is told of an update by one message with all its events, and nobody had to make a monitor', async () => {
    await using receiver = await startTestReceiver();
    const extension = makeTestExtension('Subscribed');
    await take(extension, '1.0', { permissions: ['tabs'] });
    const { subscription, secret } = await subscribe(receiver.url);
    await untilWatched(extension.id);
    assert.deepEqual(await listMonitors(watch.database.db, accountId), []);
    await publish(extension, '1.1', { permissions: ['tabs', 'history'] });
    const [request] = await receiver.until(1);
    assert.ok(request && verifiesStandardWebhooks(request, secret));
    const message = JSON.parse(request.body.toString()) as Message;
    assert.deepEqual(
      [message.event, message.subscription_id],
      ['update', subscription.subscriptionId],
    );
    const [update] = message.data.updates;
    assert.equal(message.data.updates.length, 1);
    assert.deepEqual(update?.gained, ['Permissions added: history.']);
    assert.deepEqual([update.previous_version, update.new_version], ['1.0', '1.1']);
    assert.equal(update.url, `${publicUrl}/extensions/${extension.id}`);
    assert.deepEqual(
      update.events.map(({ event_type: type }) => type),
      ['version_update', 'permission_change'],
    );
    assert.notEqual(update.headline, '');
    await removeSubscription(watch.services, subscription, service);
    await untilWatched(extension.id, false);
  });

  it('is not told of what it did not ask for', async () => {
    await using receiver = await startTestReceiver();
    const [named, other] = [makeTestExtension('Named'), makeTestExtension('Other')];
    for (const extension of [named, other]) await take(extension, '1.0');
    const extensionIds = [named.id];
    const wanted = { watches: 'extensions', extensionIds, severityMin: 'medium' } as const;
    const { subscription } = await subscribe(receiver.url, wanted);
    const all = await subscribe(receiver.url, { events: ['status_change'] });
    for (const extension of [named, other]) await untilWatched(extension.id);
    await publish(other, '1.1', { permissions: ['history'] });
    await untilEvents(other.id, 2);
    await publish(named, '1.1', { permissions: ['history'] });
    const [request] = await receiver.until(1);
    const message = JSON.parse(String(request?.body)) as Message;
    assert.deepEqual(
      message.data.updates.flatMap(({ events }) => events.map(({ event_type }) => event_type)),
      ['permission_change'],
    );
    assert.equal(receiver.received.length, 1);
    await removeSubscription(watch.services, subscription, service);
    await removeSubscription(watch.services, all.subscription, service);
  });

  it('of an inventory is told of what the inventory has, as it comes and goes', async () => {
    await using receiver = await startTestReceiver();
    const [installed, other] = [makeTestExtension('Installed'), makeTestExtension('Not there')];
    for (const extension of [installed, other]) await take(extension, '1.0');
    const snapshot = async (...ids: readonly string[]) => {
      const wanted = { accountId, source: 'list' };
      const bytes = (async function* list() {
        yield Buffer.from(ids.join('\n'));
      })();
      return importInventory(watch.services, wanted, bytes, service);
    };
    const { inventoryId } = await snapshot(installed.id);
    const { subscription } = await subscribe(receiver.url, { watches: 'inventory', inventoryId });
    await untilWatched(installed.id);
    await publish(installed, '1.1');
    const [request] = await receiver.until(1);
    const message = JSON.parse(String(request?.body)) as Message;
    assert.equal(message.data.updates[0]?.extension_id, installed.id);
    const watched = await watch.database.db
      .selectFrom('monitor')
      .select('extension_id')
      .where('account_id', '=', accountId)
      .execute();
    assert.deepEqual(watched, [{ extension_id: installed.id }]);
    await snapshot(other.id);
    await untilWatched(other.id);
    await untilWatched(installed.id, false);
    await removeSubscription(watch.services, subscription, service);
    await untilWatched(other.id, false);
  });

  it('gets one digest of all updates of a day by mail, and none when nothing happened', async () => {
    const extensions = [makeTestExtension('Morning'), makeTestExtension('Evening')] as const;
    for (const extension of extensions) await take(extension, '1.0');
    const { subscription } = await subscribe('mailto:ada@example.org', {
      frequency: 'daily',
      format: 'email',
    });
    for (const extension of extensions) await untilWatched(extension.id);
    for (const extension of extensions) {
      await publish(extension, '2.0', { permissions: ['cookies'] });
      await untilEvents(extension.id, 2);
    }
    await sendDueDigests(watch.services);
    assert.equal(server.letters.length, 0);
    watch.clock.skipSeconds += 86_400;
    // However many processes do it.
    await Promise.all([1, 2, 3].map(() => sendDueDigests(watch.services)));
    while (server.letters.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    watch.clock.skipSeconds += 86_400;
    await sendDueDigests(watch.services);
    const sent = await watch.database.db
      .selectFrom('delivery')
      .select('event_type')
      .where('webhook_id', '=', subscription.subscriptionId)
      .execute();
    assert.deepEqual(sent, [{ event_type: 'digest' }]);
    const text = server.letters[0]?.raw.replaceAll('=\r\n', '') ?? '';
    assert.match(text, /^Subject: Digest: 2 extensions changed\r$/m);
    for (const { id } of extensions) assert.ok(text.includes(`${publicUrl}/extensions/${id}`));
    assert.equal(text.match(/Gained: Permissions added: cookies\./g)?.length, 2);
    await removeSubscription(watch.services, subscription, service);
  });

  it('that is disabled gets nothing of what happens meanwhile, and its extensions stay watched', async () => {
    await using receiver = await startTestReceiver();
    const extension = makeTestExtension('Paused');
    await take(extension, '1.0');
    const { subscription } = await subscribe(receiver.url);
    await untilWatched(extension.id);
    await changeSubscription(watch.services, subscription, { enabled: false }, service);
    await publish(extension, '1.1');
    await untilEvents(extension.id, 1);
    await changeSubscription(watch.services, subscription, { enabled: true }, service);
    await publish(extension, '1.2');
    const [request] = await receiver.until(1);
    const message = JSON.parse(String(request?.body)) as Message;
    assert.equal(message.data.updates[0]?.previous_version, '1.1');
    await removeSubscription(watch.services, subscription, service);
  });
});
