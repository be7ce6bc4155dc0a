import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refreshVerdicts } from '../../domain/catalogue/refresh-verdicts.ts';
import { insertAudited } from '../../testing/test-audited.ts';
import { type TestApp, startTestApp } from '../../testing/test-app.ts';
import { insertTestDecision } from '../../testing/test-decision.ts';
import { osqueryRow, takeInventory } from '../../testing/test-inventory.ts';

const bench = 'dcbadcbadcbadcbadcbadcbadcbadcba';
const manifest = {
  manifest_version: 3,
  name: 'Bench',
  version: '4.5',
  permissions: ['debugger', 'proxy'],
};

interface Row {
  readonly risk: { readonly score: number };
  readonly effective_risk: { readonly score: number };
  readonly decisions: readonly { readonly about: string }[];
}

describe('decisions for the machines of one inventory', () => {
  let app: TestApp;
  let cookie: string;
  let developers: string;
  let office: string;
  before(async () => {
    app = await startTestApp({ work: true });
    cookie = await app.signIn();
    const { db } = app.database;
    await insertAudited(db, bench, { manifest });
    await refreshVerdicts(db, new Date());
    const rows = [osqueryRow({ identifier: bench })];
    const take = async (source: string): Promise<string> =>
      (await takeInventory(app, cookie, rows, `source=${source}`)).inventoryId;
    developers = await take('developers');
    office = await take('office');
  });
  after(() => app.close());

  const rowIn = async (inventoryId: string): Promise<Row> => {
    const { body } = await app.send('GET', `/api/v1/inventories/${inventoryId}/rows`, { cookie });
    return body.result[0] as unknown as Row;
  };
  const policyFor = async (inventory_id?: string): Promise<string> => {
    const json = { rules: ['block malicious'], ...(inventory_id && { inventory_id }) };
    const { status, body } = await app.send('POST', '/api/v1/policy', { cookie, json });
    assert.equal(status, 200, body.error);
    return JSON.stringify(body.data['settings']);
  };
  const withGroup = (inventory_id: string, over: object = {}) =>
    insertTestDecision(app, cookie, { inventory_id, ...over });

  it('count in its rows, and neither in those of another one nor in the catalogue', async () => {
    const about = 'debugger-permission on the machines of developers';
    const { id } = await withGroup(developers);
    const [mine, others] = [await rowIn(developers), await rowIn(office)];
    assert.ok(mine.effective_risk.score < mine.risk.score);
    assert.deepEqual(
      mine.decisions.map((decision) => decision.about),
      [about],
    );
    assert.deepEqual([others.decisions, others.effective_risk], [[], others.risk]);
    const detail = await app.send('GET', `/api/v1/extensions/${bench}`, { cookie });
    assert.deepEqual(detail.body.data['decisions'], []);
    await app.send('DELETE', `/api/v1/decisions/${id}`, { cookie });
  });

  it('block in policies for it only', async () => {
    const decided = { action: 'block', rule: undefined, extension_id: bench, expires: undefined };
    const { id } = await withGroup(office, decided);
    assert.match(await policyFor(office), new RegExp(`"${bench}":.*blocked`));
    assert.doesNotMatch(await policyFor(developers), new RegExp(bench));
    assert.doesNotMatch(await policyFor(), new RegExp(bench));
    await app.send('DELETE', `/api/v1/decisions/${id}`, { cookie });
  });

  it('are listed by their inventory, name it, and go with it', async () => {
    const mine = await takeInventory(
      app,
      cookie,
      [osqueryRow({ identifier: bench })],
      'source=lab',
    );
    const { id } = await withGroup(mine.inventoryId);
    await insertTestDecision(app, cookie, { permission: 'tabs', rule: undefined });
    const list = (query: string) => app.send('GET', `/api/v1/decisions${query}`, { cookie });
    const { body } = await list(`?inventory=${mine.inventoryId}`);
    assert.deepEqual(
      body.result.map((decision) => [decision['id'], decision['inventory_source']]),
      [[id, 'lab']],
    );
    await app.send('DELETE', `/api/v1/inventories/${mine.inventoryId}`, { cookie });
    assert.equal((await list('')).body['total_count'], 1);
    const [first] = (await list('')).body.result;
    assert.deepEqual([first?.['inventory_id'], first?.['inventory_source']], [null, null]);
  });
});
