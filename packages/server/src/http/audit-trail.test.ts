import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Operation, operations } from '@extaudit/contract';
import { sql } from 'kysely';
import { createSetupCode } from '../domain/auth/set-up.ts';
import { sendPasswordReset } from '../domain/auth/send-password-reset.ts';
import {
  idOf,
  makeThings,
  secretPath,
  sendWith,
  signUp,
  type TestAccount,
} from '../testing/own-things.ts';
import { type TestAnswer, type TestApp, startTestApp } from '../testing/test-app.ts';
import { insertTestExtension } from '../testing/test-catalogue.ts';
import { codeOf, secondFactorPath, turnOnSecondFactor } from '../testing/test-second-factor.ts';
import { mailServices, resetCodeIn } from '../testing/test-mail.ts';
import { startTestMailServer } from '../testing/test-mail-server.ts';
import { openidOf, signInAtProvider } from '../testing/test-openid.ts';
import { startTestOpenidProvider } from '../testing/test-openid-provider.ts';
import { osqueryRow, sendInventory } from '../testing/test-inventory.ts';

// What changes an account leaves one entry in its audit trail, with the change or not at all. Which entry that is, the
// contract says; a new unsafe operation is walked here without being named, unless it needs more than ids.

const unsafe = Object.values<Operation>(operations).filter(({ method }) => method !== 'GET');
const password = 'nineteen hundred and six';
const newPassword = 'another long pass phrase';
const extensionId = 'abcdefghijklmnopabcdefghijklmnop';

/** Makes what the operation needs, and gives what asks for it. */
type Prepare = (
  app: TestApp,
  account: TestAccount,
  operation: Operation,
) => Promise<() => Promise<TestAnswer>>;

function withBody(json: object): Prepare {
  return async (app, { cookie }, { method, path }) => {
    const target = path.replace('{extensionId}', extensionId).replace('{version}', '4.2.0');
    return () => app.send(method, target, { cookie, json });
  };
}

const withSecondFactor: Prepare = async (app, { cookie }, { method, path }) => {
  const { recoveryCodes } = await turnOnSecondFactor(app, cookie);
  const json = { current_password: password, code: recoveryCodes[0] };
  return () => app.send(method, path, { cookie, json });
};

const mailServer = await startTestMailServer();
const provider = await startTestOpenidProvider();
after(async () => {
  await mailServer[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

/** Of the operations that need more than the ids of what the account has. */
const preparations: Readonly<Record<string, Prepare>> = {
  async login(app, { cookie }) {
    const session = await app.send('GET', '/api/v1/auth/session', { cookie });
    const json = { email: session.body.data['email'], password };
    return () => app.send('POST', '/api/v1/auth/login', { json });
  },
  async 'set-up'(app) {
    const { db } = app.database;
    await sql`DELETE FROM account`.execute(db);
    const code = await createSetupCode(db, app.services.now());
    const json = { code, email: 'first@example.org', password };
    return () => app.send('POST', '/api/v1/auth/setup', { json });
  },
  async 'accept-invitation'(app, { cookie }) {
    const invited = { email: `${crypto.randomUUID()}@example.org`, role: 'viewer' };
    const members = '/api/v1/account/members';
    const answer = await app.send('POST', members, { cookie, json: invited });
    const json = { code: idOf(answer, 'invitation_code'), password };
    return () => app.send('POST', '/api/v1/auth/invitation', { json });
  },
  'change-password': withBody({ current_password: password, new_password: newPassword }),
  async 'confirm-second-factor'(app, { cookie }) {
    const json = { current_password: password };
    const started = await app.send('POST', secondFactorPath, { cookie, json });
    const secret = idOf(started, 'secret');
    return () => {
      const json = { code: codeOf(app, secret) };
      return app.send('POST', `${secondFactorPath}/confirmation`, { cookie, json });
    };
  },
  'disable-second-factor': withSecondFactor,
  'renew-recovery-codes': withSecondFactor,
  async 'finish-openid-sign-in'(app, { cookie }) {
    const session = await app.send('GET', '/api/v1/auth/session', { cookie });
    const { email, member_id: sub } = session.body.data;
    const finish = async () => {
      provider.person = { sub, email, email_verified: true };
      return signInAtProvider(app, provider);
    };
    // At the first time the member is linked, which is an entry of its own.
    assert.equal((await finish()).status, 200);
    return finish;
  },
  async 'finish-password-reset'(app, { cookie }) {
    const session = await app.send('GET', '/api/v1/auth/session', { cookie });
    const { email } = session.body.data;
    const sending = { ...mailServices(mailServer), db: app.database.db, now: app.services.now };
    await sendPasswordReset(sending, { email: String(email) });
    const code = resetCodeIn(mailServer.letters.at(-1)?.raw ?? '');
    const json = { code, password: newPassword };
    return () => app.send('POST', '/api/v1/auth/password-reset/password', { json });
  },
  'create-api-token': withBody({ name: 'audited', scopes: ['read', 'manage'] }),
  'add-member': withBody({ email: 'invited@example.org', role: 'analyst' }),
  'create-decision': withBody({ action: 'block', permission: 'debugger', reason: 'too much' }),
  'create-subscription': withBody({
    name: 'audited',
    url: `http://127.0.0.1:1/${secretPath}`,
  }),
  async 'create-monitor'(app, account) {
    await insertTestExtension(app.database.db, { extension_id: extensionId });
    return withBody({ extension_id: extensionId })(app, account, operations.createMonitor);
  },
  async 'delete-version-package'(app, account, operation) {
    const version = { extensionId: 'ponmlkjihgfedcbaponmlkjihgfedcba', version: '4.2.0' };
    const { db } = app.database;
    await insertTestExtension(db, { extension_id: version.extensionId, version: version.version });
    const ids = await makeThings(app, operation, account);
    return () => sendWith(app, operation, account, { ...version, ...ids });
  },
  async 'import-inventory'(app, { cookie }) {
    return () =>
      sendInventory(app, cookie, [osqueryRow({ identifier: extensionId })], 'source=osquery');
  },
  'make-policy': withBody({ rules: ['block critical'] }),
  'bulk-analysis': withBody({ extension_ids: [extensionId] }),
  'trigger-analysis': withBody({}),
  'webhook-analyze': withBody({ extension_id: extensionId, version: '4.2.0' }),
};

describe('the audit trail', () => {
  let app: TestApp;
  const answers: TestAnswer[] = [];
  before(async () => {
    app = await startTestApp({ work: true, services: { openid: openidOf(provider) } });
  });
  after(() => app.close());

  for (const operation of unsafe) {
    const { id, audit } = operation;
    const name = `${operation.method} ${operation.path}`;

    if (audit === 'none') {
      it(`has no entry of ${name}`, async () => {
        const act = await prepare(operation);
        const earlier = await actions();
        await act();
        assert.deepEqual(await actions(), earlier);
      });
      continue;
    }

    it(`has one entry of ${name}, or nothing has changed: ${String(audit)}`, async () => {
      const act = await prepare(operation);
      const unchanged = await dump();
      await sql`ALTER TABLE audit_entry RENAME TO entry_elsewhere`.execute(app.database.db);
      const failed = await act();
      await sql`ALTER TABLE entry_elsewhere RENAME TO audit_entry`.execute(app.database.db);
      assert.equal(failed.status, 500, id);
      assert.deepEqual(await dump(), unchanged, 'a change without its entry');

      const earlier = await actions();
      const answer = await act();
      answers.push(answer);
      assert.ok(answer.status < 300, answer.body.error);
      assert.deepEqual((await actions()).slice(earlier.length), [audit]);
    });
  }

  it('holds no secret that any of them was told or told', async () => {
    const shown = answers.flatMap(({ body }) =>
      Object.entries({ ...body.data, ...(body.data['webhook'] as object | undefined) })
        .filter(([field]) => ['token', 'secret', 'invitation_code'].includes(field))
        .map(([, value]) => String(value)),
    );
    assert.ok(shown.length >= 4, String(shown.length));
    const cookies = answers
      .flatMap(({ headers }) => headers.getSetCookie())
      .map((cookie) => cookie.split(/[=;]/)[1] ?? '')
      .filter((value) => value !== '');
    assert.ok(cookies.length > 4);
    const { rows } = await sql<{ row: string }>`
      SELECT audit_entry::text AS row FROM audit_entry
    `.execute(app.database.db);
    const kept = rows.map(({ row }) => row).join('\n');
    assert.ok(kept.includes('webhook_created'));
    for (const secret of [...shown, ...cookies, password, newPassword, secretPath]) {
      assert.ok(!kept.includes(secret), secret);
    }
  });

  async function prepare(operation: Operation): Promise<() => Promise<TestAnswer>> {
    const account = await signUp(app, 'audited');
    const special = preparations[operation.id];
    if (special) return special(app, account, operation);
    const ids = await makeThings(app, operation, account);
    assert.ok(operation.audit === 'none' || !operation.body || Object.keys(ids).length > 0);
    return () => sendWith(app, operation, account, ids);
  }

  /** The oldest first. */
  async function actions(): Promise<string[]> {
    const { rows } = await sql<{ action: string }>`
      SELECT action FROM audit_entry ORDER BY created_at, entry_id
    `.execute(app.database.db);
    return rows.map(({ action }) => action);
  }

  /** Everything in the database but the counts of requests and the signs of life. */
  async function dump(): Promise<Readonly<Record<string, unknown>>> {
    const { db } = app.database;
    const tables = await sql<{ name: string }>`
      SELECT tablename AS name FROM pg_tables
      WHERE schemaname = 'public' AND tablename NOT IN ('rate_limit', 'worker')
    `.execute(db);
    const rows: Record<string, unknown> = {};
    for (const { name } of tables.rows) {
      const table = sql.table(name);
      const texts = await sql`SELECT ${table}::text AS row FROM ${table} ORDER BY 1`.execute(db);
      rows[name] = texts.rows;
    }
    return rows;
  }
});
