import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { refreshVerdicts } from '../../../../server/src/domain/catalogue/refresh-verdicts.ts';
import { refreshDecided } from '../../../../server/src/domain/decision/refresh-decided.ts';
import { insertAudited } from '../../../../server/src/testing/test-audited.ts';
import { insertTestDecision } from '../../../../server/src/testing/test-decision.ts';
import { startTestDashboard, type TestDashboard } from '../../../testing/test-dashboard.ts';

const bench = 'dcbadcbadcbadcbadcbadcbadcbadcba';
const manifest = {
  manifest_version: 3,
  name: 'Bench',
  version: '4.5',
  permissions: ['debugger', 'proxy'],
};

describe('decisions', () => {
  let dashboard: TestDashboard;
  let cookie: string;
  let raw: number;
  before(async () => {
    dashboard = await startTestDashboard({ work: true });
    const { app } = dashboard;
    const { report } = await insertAudited(app.database.db, bench, { manifest });
    raw = report.risk_score;
    await refreshVerdicts(app.database.db, new Date());
    cookie = await app.signIn('analyst');
    await insertTestDecision(app, cookie, { reason: 'The test bench needs it.' });
    await refreshDecided(app.database.db, app.services.now());
  });
  after(() => dashboard.close());

  it('stand beside the raw risk, with what they leave of it, in the catalogue', async () => {
    const { page } = await dashboard.openContext(cookie);
    await page.goto('/extensions');
    const row = page.getByRole('row', { name: /with decisions \d/ });
    await row.getByText('accepted').waitFor();
    await row.getByText('debugger-permission').waitFor();
    const scores = await row.locator('b.number').allTextContents();
    assert.equal(Number(scores[0]), raw);
    assert.ok(Number(scores[1]) < raw, scores.join(' is not more than '));
  });

  it('order and filter the catalogue by what they leave', async () => {
    const { page } = await dashboard.openContext(cookie);
    await page.goto('/extensions');
    await page.getByRole('button', { name: 'with decisions' }).click();
    await page.waitForURL(/sort=effective_risk_score/);
    assert.equal(await page.locator('th[aria-sort=descending]').count(), 1);
    await page.getByRole('row', { name: /with decisions \d/ }).waitFor();
    await page.goto(`/extensions?min_effective_risk_score=${raw}`);
    await page.getByText('No extension fits').waitFor();
    await page
      .getByRole('button', { name: `Remove the filter least score with decisions: ${raw}` })
      .click();
    await page.getByRole('row', { name: /with decisions \d/ }).waitFor();
    await page.getByRole('combobox', { name: 'Risk with decisions' }).click();
    await page.getByRole('option', { name: 'Unknown' }).click();
    await page.waitForURL(/effective_risk_level=unknown/);
    await page.getByText('No extension fits').waitFor();
  });

  it('stand on the page of the extension with their reasons, and mark the finding', async () => {
    const { page } = await dashboard.openContext(cookie);
    await page.goto(`/extensions/${bench}`);
    const decisions = page.getByRole('region', { name: 'Decisions' });
    await decisions.getByText(/^With your decisions/).waitFor();
    await decisions.getByText('The test bench needs it.').waitFor();
    await page.locator('#finding-debugger-permission').getByText('accepted').waitFor();
  });
});
