import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { createSetupCode } from '../domain/auth/set-up.ts';
import { type TestApp, startTestApp } from '../testing/test-app.ts';
import { accountOf, insertTestMonitor } from '../testing/test-monitor.ts';
import { turnOnSecondFactor } from '../testing/test-second-factor.ts';
import { askForReset, mailServices } from '../testing/test-mail.ts';
import { startTestMailServer, type TestMailServer } from '../testing/test-mail-server.ts';
import { openidOf, openidPath } from '../testing/test-openid.ts';
import { startTestOpenidProvider } from '../testing/test-openid-provider.ts';
import { joinAccount } from '../testing/test-member.ts';

it('whoever reads the whole database finds nothing to sign in with (row 23)', async () => {
  await using server = await startTestMailServer();
  await using provider = await startTestOpenidProvider();
  const services = { ...mailServices(server), openid: openidOf(provider) };
  const app = await startTestApp({ work: true, services });
  try {
    await app.work?.startWorkers(mailServices(server));
    const secrets = await makeSecrets(app, server);
    const stored = await everythingStored(app);
    assert.ok(stored.includes('hidden@example.org'), 'the dump must hold what was made');
    for (const [name, secret] of Object.entries(secrets)) {
      assert.ok(secret.length >= 12, name);
      for (const form of formsOf(secret)) assert.ok(!stored.includes(form), `${name} as ${form}`);
    }
  } finally {
    await app.close();
  }
});

/** Every kind of secret that the service hands out or is told, as far as it proves anything. */
async function makeSecrets(
  app: TestApp,
  server: TestMailServer,
): Promise<Readonly<Record<string, string>>> {
  const setupCode = await setupCodeOf(app);
  const owner = await app.signIn();
  const who = { email: 'hidden@example.org', role: 'analyst' } as const;
  const { cookie, password } = await joinAccount(app, owner, who);
  const token = await app.send('POST', '/api/v1/account/tokens', {
    cookie,
    json: { name: 'hidden', scopes: ['read'] },
  });
  const invitation = await app.send('POST', '/api/v1/account/members', {
    cookie: owner,
    json: { email: 'invited@example.org', role: 'viewer' },
  });
  const login = await app.send('POST', '/api/v1/auth/login', {
    json: { email: who.email, password },
  });
  const webhook = await app.send('POST', '/api/v1/account/webhook-secret', { cookie: owner });
  const monitorId = await insertTestMonitor(app.database.db, {
    account_id: await accountOf(app, owner),
  });
  const alerts = await app.send('POST', `/api/v1/monitors/${monitorId}/webhooks`, {
    cookie: owner,
    json: { url: 'http://127.0.0.1:1/', secret: 'signs what is sent' },
  });
  assert.equal(alerts.status, 201);
  const attempt = await app.send('POST', openidPath);
  const sent = new URL(String(attempt.body.data['authorization_url'])).searchParams;
  const { secret, recoveryCodes } = await turnOnSecondFactor(app, cookie, password);
  return {
    secondFactorSecret: secret,
    recoveryCode: recoveryCodes[0] ?? '',
    recoveryCodeLetters: recoveryCodes[0]?.replaceAll('-', '') ?? '',
    passwordResetCode: await askForReset(app, server, who.email),
    attemptSecret: secretPartOf(attempt.headers.getSetCookie()[0]?.split(';')[0] ?? ''),
    attemptState: sent.get('state') ?? '',
    attemptNonce: sent.get('nonce') ?? '',
    signingSecret: 'signs what is sent',
    setupCode,
    password,
    sessionSecret: secretPartOf(cookie),
    browserSecret: secretPartOf(login.headers.getSetCookie().at(-1)?.split(';')[0] ?? ''),
    tokenSecret: secretPartOf(String(token.body.data['token'])),
    webhookSecret: String(webhook.body.data['secret']).replace('whsec_', ''),
    invitationCode: String(invitation.body.data['invitation_code']),
  };
}

/** The code of before there was an account; its row stays until it is used. */
async function setupCodeOf(app: TestApp): Promise<string> {
  const { db } = app.database;
  await sql`DELETE FROM account`.execute(db);
  return (await createSetupCode(db, app.services.now())) ?? '';
}

function secretPartOf(text: string): string {
  return text.split('.')[1] ?? '';
}

/** As text, and as PostgreSQL prints `bytea` of its letters and of what base64url says. */
function formsOf(secret: string): string[] {
  const bytes = [Buffer.from(secret), Buffer.from(secret, 'base64url')];
  return [secret, ...bytes.map((form) => form.toString('hex'))];
}

async function everythingStored({ database: { db } }: TestApp): Promise<string> {
  const tables = await sql<{ name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
  `.execute(db);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const table = sql.table(name);
    const { rows } = await sql<{ row: string }>`SELECT ${table}::text AS row FROM ${table}`.execute(
      db,
    );
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
}
