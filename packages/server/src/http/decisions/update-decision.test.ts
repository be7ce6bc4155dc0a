import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestDecision } from '../../testing/test-decision.ts';

describe('PATCH /api/v1/decisions/{decisionId}', () => {
  let app: TestApp;
  let cookie: string;
  before(async () => {
    app = await startTestApp();
    cookie = await app.signIn('analyst');
  });
  after(() => app.close());

  let others = 0;
  const another = () => insertTestDecision(app, cookie, { versions: String((others += 1)) });
  const change = (id: string, json: object, by = cookie) =>
    app.send('PATCH', `/api/v1/decisions/${id}`, { cookie: by, json });

  it('200 with what was asked for, and the rest as it was', async () => {
    const made = await insertTestDecision(app, cookie, { expires: '2999-12-31' });
    const json = { reason: 'asked again', versions: '>=4 <5', expires: '2998-01-31' };
    const { status, body } = await change(made.id, json);
    assert.equal(status, 200, body.error);
    const { updated_at: updatedAt, ...decision } = body.data['decision'] as Record<string, unknown>;
    const { updated_at: madeAt, ...rest } = made;
    assert.deepEqual(decision, { ...rest, ...json });
    assert.ok(String(updatedAt) >= madeAt);
  });

  it('200, and an expired one holds again with another day; before, its reason may be mended', async () => {
    const { id } = await another();
    await app.database.db
      .updateTable('decision')
      .set({ expires: '2021-06-30' })
      .where('decision_id', '=', id)
      .execute();
    const mended = await change(id, { reason: 'the bench, until June' });
    assert.equal((mended.body.data['decision'] as { state: string }).state, 'expired');
    const { body } = await change(id, { expires: '2999-06-30' });
    assert.equal((body.data['decision'] as { state: string }).state, 'holding');
  });

  it('400 for a body without a change, a subject, or what nobody could understand', async () => {
    const { id } = await another();
    const answers = [{}, { rule: 'page-override' }, { expires: '2020-01-01' }, { versions: 'new' }];
    for (const json of answers) {
      const { status, body } = await change(id, json);
      assert.equal(status, 400, JSON.stringify(json));
      assert.notEqual(body.error, '');
    }
  });

  it('403 for who may only read', async () => {
    const { id } = await another();
    assert.equal((await change(id, { reason: 'x' }, await app.signIn('viewer'))).status, 403);
  });

  it('404 for an unknown decision, one deleted before, and that of another account', async () => {
    const { id } = await another();
    const theirs = await insertTestDecision(app, await app.signIn(), {});
    await app.send('DELETE', `/api/v1/decisions/${id}`, { cookie });
    for (const unknown of [crypto.randomUUID(), id, theirs.id]) {
      const { status, body } = await change(unknown, { reason: 'mine' });
      assert.deepEqual([status, body.error], [404, 'decision not found']);
    }
  });

  it('409 for one that was taken back', async () => {
    const { id } = await another();
    await app.database.db
      .updateTable('decision')
      .set({ taken_back_at: new Date() })
      .where('decision_id', '=', id)
      .execute();
    const { status, body } = await change(id, { expires: '2999-01-01' });
    assert.equal(status, 409);
    assert.match(body.error, /^the decision was taken back/);
  });

  it('409 for what another decision says already, unless that holds no more', async () => {
    const [one, other] = [await another(), await another()];
    const { status, body } = await change(other.id, { versions: one.versions });
    assert.deepEqual([status, body['code']], [409, 'decision_exists']);
    assert.ok(body.error.includes(one.id), body.error);
    assert.equal((await change(one.id, { versions: one.versions, reason: 'mended' })).status, 200);
    await app.database.db
      .updateTable('decision')
      .set({ expires: '2021-06-30' })
      .where('decision_id', '=', one.id)
      .execute();
    assert.equal((await change(other.id, { versions: one.versions })).status, 200);
    const again = await change(one.id, { expires: '2999-06-30' });
    assert.deepEqual([again.status, again.body['code']], [409, 'decision_exists']);
    assert.equal((await change(one.id, { reason: 'until June' })).status, 200);
  });
});
