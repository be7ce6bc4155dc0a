import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Operation } from '@extaudit/contract';
import { sql } from 'kysely';
import { putNotice } from '../storage/account/notice.ts';
import type { TestAnswer, TestApp } from './test-app.ts';
import { insertTestDelivery, insertTestMonitor, insertTestWebhook } from './test-monitor.ts';
import { insertTestSubscription } from './test-subscription.ts';

// Things that belong to one account, made for any operation that takes their ids: the contract says by
// `AccountOwnedId` which those are.

/** Makes one thing of a kind for an account, within what has been made before it, and gives its id. */
type Maker = (app: TestApp, account: TestAccount, made: Made) => Promise<string>;
/** Kind of thing -> id */
type Made = Readonly<Record<string, string>>;

export const makers: Readonly<Record<string, Maker>> = {
  async token(app, { cookie, word }) {
    const json = { name: `token of ${word}`, scopes: ['read'] };
    return idOf(await app.send('POST', '/api/v1/account/tokens', { cookie, json }), 'token_id');
  },
  async member(app, { cookie, word }) {
    const json = { email: `${crypto.randomUUID()}@${word}.example`, role: 'analyst' };
    return idOf(await app.send('POST', '/api/v1/account/members', { cookie, json }), 'member_id');
  },
  async notice(app, { accountId, word }) {
    const noticeId = crypto.randomUUID();
    const told = { kind: 'webhook-disabled', message: word, about: { host: noticeId } } as const;
    const notice = { ...told, noticeId, accountId, createdAt: app.services.now() };
    await app.database.db.transaction().execute((trx) => putNotice(trx, notice));
    return noticeId;
  },
  async decision(app, { cookie, word }) {
    // Nobody decides the same twice.
    const permission = `https://${crypto.randomUUID()}.invalid/*`;
    const json = { action: 'watch', permission, reason: `because of ${word}` };
    const { status, body } = await app.send('POST', '/api/v1/decisions', { cookie, json });
    assert.equal(status, 201, body.error);
    return (body.data['decision'] as { readonly id: string }).id;
  },
  monitor: (app, { accountId: account_id }) =>
    insertTestMonitor(app.database.db, { account_id, enabled: true }),
  async webhook(app, { word }, { monitor: monitor_id = '' }) {
    const { db } = app.database;
    const webhook_id = crypto.randomUUID();
    const url = `https://${word}.invalid/${webhook_id}`;
    return insertTestWebhook(db, { monitor_id, webhook_id, url });
  },
  async subscription(app, { accountId, word }) {
    return insertTestSubscription(app.database.db, {
      account_id: accountId,
      name: word,
      url: `https://${word}.invalid/${crypto.randomUUID()}`,
    });
  },
  delivery(app, { word }, { subscription = '', webhook: webhook_id = subscription }) {
    const body = Buffer.from(JSON.stringify({ event: 'test', word }));
    return insertTestDelivery(app.database.db, { webhook_id, body });
  },
  async inventory(app, { accountId, word }) {
    const source = `${word} ${crypto.randomUUID()}`;
    const now = app.services.now();
    const inventoryId = crypto.randomUUID();
    await sql`INSERT INTO inventory (inventory_id, account_id, source, users, stale_after_days, created_at)
      VALUES (${inventoryId}, ${accountId}, ${source}, 'names', 9, ${now})`.execute(
      app.database.db,
    );
    return inventoryId;
  },
  async machine(app, { word }, { inventory = '' }) {
    const machineId = crypto.randomUUID();
    const { db } = app.database;
    const key = `${word}-${machineId}`;
    await sql`INSERT INTO inventory_machine (machine_id, inventory_id, key, name, seen_at)
      VALUES (${machineId}, ${inventory}, ${key}, ${key}, ${app.services.now()})`.execute(db);
    return machineId;
  },
  async 'inventory-user'(app, { word }, { inventory = '' }) {
    const user = `${word}-${crypto.randomUUID()}`;
    const machineId = await makers['machine']?.(
      app,
      { cookie: '', accountId: '', word },
      { inventory },
    );
    await sql`INSERT INTO inventory_install (inventory_id, machine_id, extension_id, user_name)
      VALUES (${inventory}, ${machineId ?? ''}, ${'c'.repeat(32)}, ${user})`.execute(
      app.database.db,
    );
    return user;
  },
  async import(app, _account, { inventory = '' }) {
    const importId = crypto.randomUUID();
    await sql`INSERT INTO inventory_import (import_id, inventory_id, format, rows_taken, rows_skipped, machines,
        extensions, created_at)
      VALUES (${importId}, ${inventory}, 'table', 3, 1, 2, 2, ${app.services.now()})`.execute(
      app.database.db,
    );
    return importId;
  },
  async fetch(app, { accountId }) {
    const fetchId = crypto.randomUUID();
    await sql`INSERT INTO store_fetch (fetch_id, account_id, extension_id, store, state, created_at)
      VALUES (${fetchId}, ${accountId}, ${randomBytes(16).toString('hex').replaceAll(/./g, lettersOf)},
        'edge-add-ons', 'queued', ${app.services.now()})`.execute(app.database.db);
    return fetchId;
  },
  /** It claims every version of the catalogue. */
  async package(app, { accountId }) {
    const sha256 = randomBytes(32).toString('hex');
    const now = app.services.now();
    await app.database.db.transaction().execute(async (trx) => {
      await trx.insertInto('package').values({ sha256, format: 'zip', size_bytes: 7 }).execute();
      await sql`INSERT INTO version_package (extension_version_id, sha256, origin, is_kept, created_at)
        SELECT extension_version_id, ${sha256}, 'unsigned', false, ${now} FROM version`.execute(
        trx,
      );
      await sql`INSERT INTO package_account (extension_version_id, sha256, account_id, brought_at)
        SELECT extension_version_id, ${sha256}, ${accountId}, ${now} FROM version`.execute(trx);
    });
    return sha256;
  },
};

/** A hexadecimal digit as extension ids have it. */
const lettersOf = (digit: string): string => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16));

/** Of a webhook's URL. */
export const secretPath = 'path-that-is-a-secret';

/** A body that each operation with an account's id takes, if it takes any. */
const bodies: Readonly<Record<string, object>> = {
  'change-member-role': { role: 'viewer' },
  'update-monitor': { enabled: false },
  'create-decision': { action: 'watch', permission: 'tabs', reason: 'tried in a test' },
  'update-decision': { reason: 'another reason' },
  'make-policy': { rules: ['block critical'] },
  'create-webhook': { url: `http://127.0.0.1:1/${secretPath}` },
  'create-subscription': { name: 'Channel', url: `http://127.0.0.1:1/${secretPath}` },
  'update-subscription': { url: `http://127.0.0.1:1/${secretPath}`, enabled: false },
  'update-webhook': { url: `http://127.0.0.1:1/${secretPath}`, enabled: false },
};

export interface TestAccount {
  readonly cookie: string;
  readonly accountId: string;
  /** Stands in all that the account's own things say. */
  readonly word: string;
}

/** Parameter or field -> id */
export type Ids = Readonly<Record<string, string>>;

/** Parameters and fields of the operation that hold an account's id -> kind of thing */
export function ownedIds(operation: Operation): Readonly<Record<string, string>> {
  const marked = Object.entries(fieldsOf(operation)).flatMap(([name, schema]) => {
    const kind = (schema as { readonly 'x-account-owned'?: string })['x-account-owned'];
    return kind === undefined ? [] : [[name, kind] as const];
  });
  return Object.fromEntries(marked);
}

export function fieldsOf({ params, query, body }: Operation): Readonly<Record<string, unknown>> {
  return { ...params?.properties, ...query?.properties, ...body?.properties };
}

export async function makeThings(
  app: TestApp,
  operation: Operation,
  account: TestAccount,
): Promise<Ids> {
  const ids: Record<string, string> = {};
  const made: Record<string, string> = {};
  for (const [name, kind] of Object.entries(ownedIds(operation))) {
    const make = makers[kind];
    assert.ok(make, `makers must say how to make a ${kind}, which ${operation.id} takes`);
    ids[name] = made[kind] = await make(app, account, made);
  }
  return ids;
}

export async function signUp(app: TestApp, word: string): Promise<TestAccount> {
  const cookie = await app.signIn();
  const session = await app.send('GET', '/api/v1/auth/session', { cookie });
  return { cookie, word, accountId: idOf(session, 'account_id') };
}

export function idOf({ status, body }: TestAnswer, field: string): string {
  assert.ok(status < 300, body.error);
  return String(body.data[field]);
}

/** @param ids of what belongs to an account or to the catalogue; what is left out is unknown */
export function sendWith(
  app: TestApp,
  operation: Operation,
  { cookie }: TestAccount,
  ids: Ids,
): Promise<TestAnswer> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? '0');
  const inBody = Object.keys(operation.body?.properties ?? {}).filter((name) => name in ids);
  const inQuery = Object.keys(operation.query?.properties ?? {}).filter((name) => name in ids);
  const query = new URLSearchParams(
    Object.fromEntries(inQuery.map((name) => [name, ids[name] ?? ''])),
  );
  const body = {
    ...bodies[operation.id],
    ...Object.fromEntries(inBody.map((name) => [name, ids[name]])),
  };
  return app.send(operation.method, `${path}?${query.toString()}`, {
    cookie,
    ...(operation.body && operation.method !== 'GET' && { json: body }),
  });
}
