import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';

const path = '/api/v1/account/webhook-secret';
const analyze = '/api/v1/risk-engine/webhook/analyze';

describe('POST /api/v1/account/webhook-secret', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  const rotate = async (cookie: string): Promise<string> => {
    const { status, body } = await app.send('POST', path, { cookie });
    assert.equal(status, 201);
    return String(body.data['secret']);
  };

  /** Whether the secret is let in; what it asks for is not there. */
  const isGood = async (secret: string): Promise<boolean> => {
    const { status } = await app.send('POST', analyze, {
      headers: { 'x-webhook-secret': secret },
      json: { extension_id: 'p'.repeat(32), version: '1.0' },
    });
    assert.ok(status === 404 || status === 401, String(status));
    return status === 404;
  };

  it('201 with a new secret; the old one works for 24 h more and not longer (row 9)', async () => {
    const cookie = await app.signIn();
    const [first, second] = [await rotate(cookie), await rotate(cookie)];
    assert.match(first, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(first, second);
    app.clock.skipSeconds += 24 * 3_600 - 5;
    assert.deepEqual([await isGood(first), await isGood(second)], [true, true]);
    app.clock.skipSeconds += 6;
    assert.deepEqual([await isGood(first), await isGood(second)], [false, true]);
  });

  it('201 for each of many at once, of which one stays the current', async () => {
    const cookie = await app.signIn();
    const secrets = await Promise.all(Array.from({ length: 6 }, () => rotate(cookie)));
    app.clock.skipSeconds += 24 * 3_600 + 1;
    const good = await Promise.all(secrets.map(isGood));
    assert.equal(good.filter(Boolean).length, 1);
  });

  it('403 for members who are no owners', async () => {
    for (const role of ['viewer', 'analyst'] as const) {
      const answer = await app.send('POST', path, { cookie: await app.signIn(role) });
      assert.equal(answer.status, 403, role);
    }
  });

  it('keeps nothing in the database that a request could be made with (row 23)', async () => {
    const secret = await rotate(await app.signIn());
    const { rows } = await sql<{ text: string }>`
      SELECT encode(secret_sha256, 'escape') || encode(sealed_secret, 'escape')
        || webhook_secret::text AS text FROM webhook_secret`.execute(app.database.db);
    const kept = rows.map(({ text }) => text).join('\n');
    const raw = Buffer.from(secret.slice('whsec_'.length), 'base64');
    for (const form of [secret, secret.slice(6, 40), raw.toString('hex')]) {
      assert.equal(kept.includes(form), false);
    }
  });
});
