import { operations, type Operation } from '@extaudit/contract';
import { permhashesOf } from '@extaudit/engine';
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, it } from 'node:test';
import { importCatalogue } from '../domain/catalogue/import-catalogue.ts';
import { refreshVerdicts } from '../domain/catalogue/refresh-verdicts.ts';
import { saveFeed } from '../intel/save-feed.ts';
import { countInventory } from '../storage/inventory/inventory-counts.ts';
import { insertImport } from '../storage/inventory/inventory-import.ts';
import { putNotice } from '../storage/account/notice.ts';
import { type Fact, saveFacts } from '../storage/catalogue/fact.ts';
import { insertMonitorEvents } from '../storage/monitor/monitor-event.ts';
import { sql } from 'kysely';
import { rateLimits } from './rate-limits.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { joinAccount } from './test-member.ts';
import {
  accountOf,
  insertTestDelivery,
  insertTestMonitor,
  insertTestWebhook,
} from './test-monitor.ts';
import { insertTestSubscription } from './test-subscription.ts';
import { untoldEvent } from './untold-event.ts';

const lists: readonly Operation[] = Object.values(operations).filter(
  ({ envelope }: Operation) => envelope === 'list',
);
const pageSize = 3;

/** Of parameters whose values the contract does not list: such that match some of what there is, but not all. */
const samples: Record<string, string> = {
  search: 'ook',
  category: 'games',
  item_category: 'theme',
  rating: '2',
  min_extensions: '3',
  country: 'norway',
  actor: 'list-1@example.org',
  start_date: '2026-04-03',
  end_date: '2026-04-03T12:00:00Z',
  publisher_id: 'p1',
  min_risk_score: '76',
  min_effective_risk_score: '76',
  permission: 'proxy',
  host: '*.example',
  finding: 'keys-leave',
  extension_id: 'a'.repeat(32),
  user: 'vera',
  feed: 'ids',
  value: 'cdn.ads.example',
};
const pages = new Set(['page', 'page_size', 'after', 'format', 'q']);
/** Change the order, never what matches. */
const orderings = new Set(['sort', 'order']);

/** Some of the pages that a caller reads each time are many. */
const callsOfCaller = 60;

interface Choice {
  readonly name: string;
  readonly value: string;
}

/** Per parameter; the law fails for a parameter that it knows no value of. */
function choicesOf({ id, query }: Operation): Choice[][] {
  return Object.entries(query?.properties ?? {})
    .filter(([name]) => !pages.has(name))
    .map(([name, schema]) => {
      const { enum: words, type } = schema as { enum?: readonly string[]; type?: string };
      const sample = samples[name] === undefined ? [] : [samples[name]];
      const values = words ?? (type === 'boolean' ? ['true', 'false'] : sample);
      assert.notEqual(values.length, 0, `no value is known for ${name} of ${id}; add one above`);
      return values.map((value) => ({ name, value }));
    });
}

interface EveryListOptions {
  /** Whether parameters are tested two together as well. */
  readonly arePaired: boolean;
  readonly start?: () => Promise<TestApp>;
  /** Called when all that is listed is there. */
  readonly filled?: () => Promise<void>;
}

/** Tests, inside of a `describe`, each list for each parameter. */
export function testEveryList({
  arePaired,
  start = startTestApp,
  filled = () => Promise.resolve(),
}: EveryListOptions): void {
  let app: TestApp;
  let paths: ReadonlyMap<string, string>;
  let ownCookie: string;
  before(async () => {
    app = await start();
    ownCookie = await app.signIn();
    paths = await fillLists(app, ownCookie);
    await filled();
  });
  after(() => app.close());

  for (const operation of lists) {
    it(`counts exactly what its pages hold, and no item twice, for each parameter${arePaired ? ' and two together' : ''}: ${operation.id}`, async () => {
      const path = paths.get(operation.id);
      assert.ok(path, `nothing is made for ${operation.id}; add it to fillLists`);
      // A caller of its own where anyone may ask, so that no limit of requests is met.
      const isOwn = /\/(?:account\/|monitors\/|inventories\b|subscriptions\/|decisions$)/.test(
        path,
      );
      let cookie = ownCookie;
      let asked = 0;
      const count = async (choices: readonly Choice[]): Promise<number> => {
        if (!isOwn && asked % callsOfCaller === 0) cookie = await app.signIn();
        const isOfAccount = choices.some(({ name }) => name === 'inventory');
        asked += 1;
        return countPages(app, isOfAccount ? ownCookie : cookie, path, choices);
      };
      const all = await count([]);
      assert.ok(all > pageSize, `${all} items fit on one page`);
      const choices = choicesOf(operation);
      for (const values of choices) {
        const counts: number[] = [];
        for (const choice of values) counts.push(await count([choice]));
        const name = values[0]?.name ?? '';
        if (orderings.has(name)) assert.deepEqual([...new Set(counts)], [all], name);
        else assert.ok(Math.min(...counts) < all, `no value of ${name} leaves anything out`);
        if (name in samples) assert.ok(counts[0] !== 0, `${name} leaves out everything`);
      }
      const pairs = choices.flatMap((values, at) =>
        choices
          .slice(at + 1)
          .flatMap((others) =>
            values.slice(0, 2).flatMap((one) => others.slice(0, 2).map((other) => [one, other])),
          ),
      );
      if (arePaired) for (const pair of pairs) await count(pair);
      const { enum: sorts = [''] } = (operation.query?.properties['sort'] ?? {}) as {
        enum?: readonly string[];
      };
      for (const sort of sorts) {
        await rateLimits(app).set({ points: 0 }).execute();
        await walk(app, ownCookie, sort === '' ? path : withQuery(path, `sort=${sort}`), all);
      }
      if (operation.answers[200]?.formats) await takeAlong(app, ownCookie, path, all);
    });
  }
}

/** Follows the cursors to the end: the same items in the same order as on numbered pages. */
async function walk(app: TestApp, cookie: string, path: string, all: number): Promise<void> {
  for (const order of ['asc', 'desc']) {
    const query = withQuery(path, `page_size=${pageSize}&order=${order}`);
    const walked: unknown[] = [];
    const numbered: unknown[] = [];
    for (let page = 1, after = ''; page === 1 || after !== ''; page += 1) {
      const { status, body } = await app.send('GET', `${query}${after}`, { cookie });
      assert.equal(status, 200, body.error);
      walked.push(...body.result);
      const { next } = body['pagination'] as { next: string | null };
      after = next === null ? '' : `&after=${next}`;
      const { body: other } = await app.send('GET', `${query}&page=${page}`, { cookie });
      numbered.push(...other.result);
    }
    assert.equal(walked.length, all);
    assert.deepEqual(walked, numbered);
  }
}

/** The whole list as JSON Lines and as CSV: the same items, and from a cursor those behind it. */
async function takeAlong(app: TestApp, cookie: string, path: string, all: number): Promise<void> {
  const download = async (query: string): Promise<string> => {
    const answer = await fetch(`${app.url}${withQuery(path, query)}`, { headers: { cookie } });
    assert.equal(answer.status, 200, query);
    return answer.text();
  };
  const itemsOf = (lines: string): unknown[] =>
    lines
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  const { body } = await app.send('GET', withQuery(path, `page_size=${pageSize}`), { cookie });
  const { next } = body['pagination'] as { next: string };
  const items = itemsOf(await download('format=jsonl'));
  assert.equal(items.length, all);
  assert.deepEqual(items.slice(0, pageSize), body.result);
  const rest = itemsOf(await download(`format=jsonl&after=${next}`));
  assert.deepEqual(rest, items.slice(pageSize));
  const [header = '', ...rows] = (await download('format=csv')).trimEnd().split('\r\n');
  assert.match(header, /^\w+(?:,\w+)+$/);
  assert.equal(rows.length, all);
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** Reads all pages. @returns how many items they hold, which is what each page says */
async function countPages(
  app: TestApp,
  cookie: string,
  path: string,
  choices: readonly Choice[],
): Promise<number> {
  const seen = new Set<string>();
  let items = 0;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = new URLSearchParams({ page: `${page}`, page_size: `${pageSize}` });
    for (const { name, value } of choices) query.set(name, value);
    const { status, body } = await app.send('GET', withQuery(path, String(query)), { cookie });
    // Where nothing matches, one list says so with 404.
    if (status === 404) return 0;
    assert.equal(status, 200, body.error);
    pages = Number(body['total_pages']);
    items += body.result.length;
    for (const item of body.result) seen.add(JSON.stringify(item));
    if (page >= pages) assert.equal(body['total_count'], items, `${path}?${String(query)}`);
  }
  assert.equal(seen.size, items, `an item of ${path} is on two pages: ${JSON.stringify(choices)}`);
  return items;
}

/** @returns the path of each list, by operation */
async function fillLists(app: TestApp, cookie: string): Promise<ReadonlyMap<string, string>> {
  const { db } = app.database;
  const listed = { kind: 'extension_id', source: 'list', confidence: 'high' } as const;
  await saveFeed(db, 'ids', [{ ...listed, value: idOf('e') }], new Date());
  const domain = { ...listed, kind: 'domain', confidence: 'low' } as const;
  const domains = ['ads.example', 'x.example', 'y.example', 'z.example'];
  const named = domains.map((value) => ({ ...domain, value }));
  await saveFeed(db, 'domains', named, new Date());
  const lines = permissionSets.flatMap((permissions, set) =>
    permissions.members.map((letter, member) =>
      JSON.stringify(catalogueLine(letter, permissions.permissions, set, member)),
    ),
  );
  await importCatalogue(db, bytesOf(lines.join('\n')));
  await refreshVerdicts(db, new Date());
  const fact = { file: 'w.js', line: 3, places: 1 };
  const facts = ['a', 'b', 'h'].map((letter) => [
    idOf(letter),
    [
      { ...fact, kind: 'host', value: 'ads.example' } as const,
      { ...fact, kind: 'host', value: `${letter}.ads.example` } as const,
      { ...fact, kind: 'finding', value: 'keys-leave' } as const,
    ],
  ]) satisfies [string, Fact[]][];
  await db.transaction().execute((trx) => saveFacts(trx, new Map(facts)));
  const accountId = await accountOf(app, cookie);
  const monitorId = await insertTestMonitor(db, { account_id: accountId, extension_id: idOf('a') });
  const webhookId = await insertTestWebhook(db, { monitor_id: monitorId });
  const subscription = await insertTestSubscription(db, { account_id: accountId });
  const happenings = [
    'version_update',
    'status_change',
    'status_change',
    'security_alert',
  ] as const;
  for (const [at, eventType] of happenings.entries()) {
    const createdAt = new Date(Date.UTC(2026, 3, 1 + at, 9));
    const event = { eventId: randomUUIDv7(), monitorId, eventType, extensionId: idOf('a') };
    await db.transaction().execute(async (trx) => {
      await insertMonitorEvents(trx, { accountId, monitorId }, [
        { ...untoldEvent, ...event, createdAt },
      ]);
      const about = { host: `${at}.example` };
      const notice = { noticeId: randomUUIDv7(), accountId, message: 'lost', about, createdAt };
      await putNotice(trx, { ...notice, kind: 'callback-exhausted' });
    });
    const states = ['exhausted', 'exhausted', 'cancelled', 'delivered'] as const;
    const state = states[at] ?? 'delivered';
    await insertTestDelivery(db, { webhook_id: webhookId, event_type: eventType, state });
    await insertTestDelivery(db, { webhook_id: subscription, event_type: 'update', state });
    const json = { name: `token ${at}`, scopes: ['read'] };
    await app.send('POST', '/api/v1/account/tokens', { cookie, json });
    const action = at % 2 === 0 ? 'block' : 'watch';
    const decision = { action, extension_id: idOf(at === 0 ? 'a' : 'b'), reason: `reason ${at}` };
    await app.send('POST', '/api/v1/decisions', { cookie, json: decision });
    await joinAccount(app, cookie, { email: `list-${at}@example.org`, role: 'viewer' });
  }
  const notices = await app.send('GET', '/api/v1/account/notices', { cookie });
  const notice = String(notices.body.result[0]?.['id']);
  await app.send('POST', `/api/v1/account/notices/${notice}/read`, { cookie });
  const auditTrail = '/api/v1/account/audit-trail';
  const trail = await app.send('GET', auditTrail, { cookie });
  // Entries are made now, so that only one of them tells a moment between the others.
  const moment = String(trail.body.result[3]?.['created_at']);
  Object.assign(samples, { since: moment, until: moment });
  const inventory = await fillInventories(app, cookie);
  const { permhash } = permhashesOf({ permissions: ['proxy', 'tabs'] });
  return new Map([
    ['list-extensions', '/api/v1/extensions'],
    ['list-decisions', '/api/v1/decisions'],
    ['search', '/api/v1/search?q=permission:proxy'],
    ['list-reviews', `/api/v1/extensions/${idOf('a')}/reviews`],
    ['list-publishers', '/api/v1/publishers'],
    ['list-intelligence-entries', '/api/v1/intelligence/entries'],
    ['list-intelligence-matches', '/api/v1/intelligence/entries/domain/ads.example/extensions'],
    ['list-publisher-extensions', '/api/v1/publishers/p0/extensions'],
    ['list-permhash-extensions', `/api/v1/permhash/${permhash}`],
    ['list-risky-clusters', '/api/v1/permhash/clusters/risky'],
    ['list-monitor-events', `/api/v1/monitors/${monitorId}/events`],
    ['list-deliveries', `/api/v1/monitors/${monitorId}/webhooks/${webhookId}/deliveries`],
    ['list-inventories', '/api/v1/inventories'],
    ['list-inventory-rows', `${inventory}/rows`],
    ['list-inventory-imports', `${inventory}/imports`],
    ['list-inventory-machines', `${inventory}/machines`],
    ['list-inventory-installs', `${inventory}/installs`],
    ['list-subscription-deliveries', `/api/v1/subscriptions/${subscription}/deliveries`],
    ['list-notices', '/api/v1/account/notices'],
    ['list-api-tokens', '/api/v1/account/tokens'],
    ['list-members', '/api/v1/account/members'],
    ['list-audit-trail', auditTrail],
  ]);
}

/** @returns the path of an inventory with machines of every kind */
async function fillInventories(app: TestApp, cookie: string): Promise<string> {
  const { db } = app.database;
  const accountId = await accountOf(app, cookie);
  const now = app.services.now();
  let path = '';
  for (const source of ['north', 'south', 'east', 'west']) {
    const inventoryId = crypto.randomUUID();
    await sql`INSERT INTO inventory (inventory_id, account_id, source, users, stale_after_days, created_at)
      VALUES (${inventoryId}, ${accountId}, ${source}, 'names', 5, ${now})`.execute(db);
    path = `/api/v1/inventories/${inventoryId}`;
    if (source !== 'west') continue;
    for (const [at, name] of ['rook', 'book', 'pawn', 'king', 'cook', 'tower'].entries()) {
      const machineId = crypto.randomUUID();
      const seenAt = new Date(now.getTime() - at * 2 * 86_400_000);
      await sql`INSERT INTO inventory_machine (machine_id, inventory_id, key, name, seen_at)
        VALUES (${machineId}, ${inventoryId}, ${name}, ${name}, ${seenAt})`.execute(db);
      await sql`INSERT INTO inventory_install (inventory_id, machine_id, extension_id, user_name)
        SELECT ${inventoryId}, ${machineId}, repeat(letter, 32), ${at === 1 ? 'vera' : 'otto'}
        FROM unnest(${['a', 'b', 'e', 'k', 'p'].slice(at % 3)}::text[]) AS letter`.execute(db);
      if (at === 1) Object.assign(samples, { machine_id: machineId });
    }
    await db.transaction().execute((trx) => countInventory(trx, inventoryId, now));
    Object.assign(samples, { inventory: inventoryId });
    const json = {
      action: 'watch',
      permission: 'tabs',
      inventory_id: inventoryId,
      reason: 'of few',
    };
    await app.send('POST', '/api/v1/decisions', { cookie, json });
    for (const rowsTaken of [1, 2, 3, 4]) {
      const counts = { rowsTaken, rowsSkipped: 0, machines: 1, extensions: 1 };
      const imported = { importId: randomUUIDv7(), format: 'table', createdAt: now, ...counts };
      await db.transaction().execute((trx) => insertImport(trx, inventoryId, imported));
    }
  }
  return path;
}

const permissionSets = [
  { permissions: ['proxy', 'tabs'], members: ['a', 'b', 'c', 'd'] },
  { permissions: ['debugger'], members: ['e', 'f', 'g'] },
  { permissions: ['management'], members: ['h', 'i'] },
  { permissions: ['management', 'proxy'], members: ['j', 'k'] },
];

/** What many have in common, so that ties are many as well. */
function catalogueLine(
  letter: string,
  permissions: readonly string[],
  set: number,
  member: number,
) {
  const publisher_id = `p${set}`;
  return {
    extension_id: idOf(letter),
    name: member === 0 ? 'Cookbook' : 'Calendar',
    version: '1.2',
    last_update: '2026-02-03T04:05:06Z',
    status: member < 2 ? 'active' : 'obsolete',
    category: set === 0 ? 'games' : 'tools',
    item_category: member === 1 ? 'theme' : 'extension',
    payment_type: member === 0 ? 'in_app' : 'in_store',
    publisher_id,
    extension_publishers: {
      publisher_id,
      publisher_country: set < 2 ? 'Norway' : 'Chile',
      risk_level: set === 0 ? 'high' : 'low',
      malicious_history: set === 1,
    },
    reviews: [1, 2, 2, 4, 5].map((rating, at) => ({
      reviewer_name: 'Kim',
      rating,
      review_date: '2026-03-04',
      review_text: at < 3 ? `looks odd ${at}` : `fine ${at}`,
    })),
    manifests: { '1.2': { manifest_version: 3, permissions } },
  };
}

const idOf = (letter: string): string => letter.repeat(32);

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}
