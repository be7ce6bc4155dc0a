import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { refreshVerdicts } from '../../domain/catalogue/refresh-verdicts.ts';
import { refreshDecided } from '../../domain/decision/refresh-decided.ts';
import { reportOn } from '../../testing/test-audited.ts';
import { insertTestExtension, insertTestReport } from '../../testing/test-catalogue.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestDecision } from '../../testing/test-decision.ts';

const letters = 'abcdefghijklmnop';
const idOf = (number: number): string =>
  `${letters[Math.floor(number / 16)]}${letters[number % 16]}`.repeat(16);

describe('many decisions about many extensions', () => {
  const count = 60;
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
    const manifest = { manifest_version: 3, name: 'E', version: '1.0', permissions: ['debugger'] };
    const { db } = app.database;
    const report = await reportOn({ manifest });
    for (let number = 0; number < count; number += 1) {
      const extension = { extension_id: idOf(number), version: '1.0' };
      const { versionId } = await insertTestExtension(db, extension, manifest);
      await insertTestReport(db, versionId, report);
    }
    await refreshVerdicts(db, new Date());
  });
  after(() => app.close());

  const scoresOf = async (cookie: string): Promise<readonly (number | undefined)[]> => {
    const { body } = await app.send('GET', '/api/v1/extensions?page_size=100', { cookie });
    return body.result.map((item) => (item['effective_risk'] as { score: number } | null)?.score);
  };

  it('a walk that is ended in its middle goes on where it was, and every answer meanwhile is right', async () => {
    const cookie = await app.signIn();
    const raw = (await scoresOf(cookie))[0] ?? 0;
    await insertTestDecision(app, cookie, { rule: 'debugger-permission' });
    const stopped = new AbortController();
    stopped.abort();
    const { db } = app.database;
    const seen = new Set<number>();
    for (let walks = 0; walks < 10; walks += 1) {
      const all = await scoresOf(cookie);
      assert.ok(all.length === count && all.every((score) => score !== undefined && score < raw));
      const { rows } = await sql<{
        kept: number;
      }>`SELECT count(*)::integer AS kept FROM decided_verdict`.execute(db);
      seen.add(rows[0]?.kept ?? 0);
      await refreshDecided(db, app.services.now(), stopped.signal);
    }
    assert.deepEqual([...seen], [0, 25, 50, 60]);
    const path = '/api/v1/extensions?min_effective_risk_score=' + raw;
    const { body } = await app.send('GET', path, { cookie });
    assert.equal(body['total_count'], 0);
  });

  it('1,000 decisions at odds: the widest acceptance counts, blocks and watches stand beside it, until they go', async () => {
    const cookie = await app.signIn();
    const { db } = app.database;
    const raw = await scoresOf(cookie);
    const { id } = await insertTestDecision(app, cookie, { rule: 'debugger-permission' });
    await sql`INSERT INTO decision (decision_id, account_id, action, extension_id, rule, permission, versions, reason, owner,
        expires, created_at, updated_at)
      SELECT gen_random_uuid(), account_id, (ARRAY['accept', 'block', 'watch'])[1 + n % 3],
        CASE WHEN n % 2 = 0 THEN ${idOf(5)} END, NULL, 'debugger', CASE WHEN n % 5 = 0 THEN '>1.0' END, 'odd', 'Jo',
        date '2999-01-01' + n, now(), now()
      FROM decision, generate_series(1, 999) AS n WHERE decision_id = ${id}`.execute(db);
    await refreshDecided(db, app.services.now());
    const less = await scoresOf(cookie);
    assert.ok(less.every((score, index) => (score ?? 0) < (raw[index] ?? 0)));
    const { body } = await app.send('GET', `/api/v1/extensions/${idOf(5)}`, { cookie });
    const concerning = body.data['decisions'] as readonly { readonly action: string }[];
    assert.deepEqual(
      new Set(concerning.map(({ action }) => action)),
      new Set(['accept', 'block', 'watch']),
    );
    assert.equal(concerning.length, 1 + 800);
    await sql`DELETE FROM decision WHERE account_id = (SELECT account_id FROM decision WHERE decision_id = ${id})`.execute(
      db,
    );
    assert.deepEqual(await scoresOf(cookie), raw);
    await refreshDecided(db, app.services.now());
    assert.deepEqual(await scoresOf(cookie), raw);
  });
});
