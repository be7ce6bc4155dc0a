import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { openDatabase } from '../storage/database/database.ts';
import { startHangingProxy } from '../testing/hanging-proxy.ts';
import { startTestApp } from '../testing/test-app.ts';
import { withTestDatabase } from '../testing/test-database.ts';

test('an outage of the database is two lines of log without a stack, however many requests meet it', async () => {
  await withTestDatabase(async ({ url }) => {
    const lines: Record<string, unknown>[] = [];
    const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
    const logger = pino({ level: 'warn' }, { write });
    const proxy = await startHangingProxy(url);
    const db = openDatabase(proxy.url, { connectSecondsMax: 1, statementSecondsMax: 1 });
    const app = await startTestApp({ logger, services: { db } });
    try {
      for (const expected of [1, 2]) {
        proxy.hang(true);
        const asked = Array.from({ length: 20 }, () => app.send('GET', '/readyz'));
        for (const { status } of await Promise.all(asked)) assert.equal(status, 503);
        proxy.hang(false);
        for (let tries = 0; lines.length < 2 * expected && tries < 1_200; tries += 1)
          await sleep(50);
        assert.equal((await app.send('GET', '/readyz')).status, 200);
      }
      const [began, ended, ...more] = lines.map(({ msg }) => String(msg));
      assert.match(began ?? '', /^the database does not answer \(.+\); requests are answered/);
      assert.match(ended ?? '', /^the database answers again, after \d+ s and 20 failed requests$/);
      assert.equal(more.length, 2);
      assert.ok(lines.every((line) => !('err' in line)));
    } finally {
      await app.close();
      await db.destroy();
      proxy.close();
    }
  });
});

test('a statement that the database gives up is 503, logged as our fault, and no outage', async () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
  const app = await startTestApp({ logger: pino({ level: 'warn' }, { write }) });
  try {
    const { db } = app.database;
    await sql`ALTER TABLE permission_set RENAME TO sets_elsewhere`.execute(db);
    await sql`CREATE FUNCTION dead() RETURNS boolean LANGUAGE plpgsql AS
      'BEGIN RAISE EXCEPTION ''deadlock detected'' USING ERRCODE = ''40P01''; END'`.execute(db);
    await sql`CREATE VIEW permission_set AS SELECT * FROM sets_elsewhere WHERE dead()`.execute(db);
    await sql`INSERT INTO sets_elsewhere (permhash, permissions, risk_reasons)
      VALUES (repeat('a', 64), '{tabs}', '{}')`.execute(db);
    const cookie = await app.signIn();
    const answer = await app.send('GET', `/api/v1/permhash/${'a'.repeat(64)}`, { cookie });
    assert.equal(answer.status, 503, answer.body.error);
    assert.ok(answer.headers.get('retry-after'));
    assert.equal(lines.length, 1);
    const { msg, err } = lines[0] as { msg: string; err: { message: string; stack: string } };
    assert.equal(msg, 'request failed');
    assert.match(err.stack, /deadlock detected/);
  } finally {
    await app.close();
  }
});
