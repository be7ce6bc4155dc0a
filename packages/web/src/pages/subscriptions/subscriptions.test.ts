import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { insertTestExtension } from '../../../../server/src/testing/test-catalogue.ts';
import {
  startTestReceiver,
  type TestReceiver,
} from '../../../../server/src/testing/test-receiver.ts';
import { startTestDashboard, type TestDashboard } from '../../../testing/test-dashboard.ts';

const extensionId = 'ponmlkjihgfedcbaponmlkjihgfedcba';

describe('subscriptions', () => {
  let dashboard: TestDashboard;
  let receiver: TestReceiver;
  let cookie: string;
  before(async () => {
    // A place that must not be sent to is refused.
    dashboard = await startTestDashboard({ work: true, expectedStatuses: [400] });
    receiver = await startTestReceiver();
    await insertTestExtension(dashboard.app.database.db, { extension_id: extensionId });
    cookie = await dashboard.app.signIn('analyst');
  });
  after(async () => {
    await receiver[Symbol.asyncDispose]();
    await dashboard.close();
  });

  it('are made, tested, changed and deleted on their pages', async () => {
    const { page } = await dashboard.openContext(cookie);
    await page.goto('/subscriptions');
    await page.getByText('Nobody is told yet').waitFor();
    await page.getByRole('button', { name: 'New subscription' }).click();
    await page.getByLabel('Name').fill('Security channel');
    await page.getByLabel('Send to').fill('https://10.0.0.1/hook');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page
      .getByRole('alert')
      .getByText(/cannot be used: .* the operator can allow/)
      .waitFor();

    await page.getByLabel('Send to').fill(receiver.url);
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('It is shown this once.').waitFor();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('heading', { level: 1, name: 'Security channel' }).waitFor();
    await page.getByText('Medium and worse').waitFor();

    await page.getByRole('button', { name: 'Send a test' }).click();
    const [request] = await receiver.until(1);
    assert.match(String(request?.body), /"event":"test"/);
    await page.getByText('delivered', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Log' }).click();
    await page.getByText(/· 200 ·/).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('combobox', { name: 'Watches' }).click();
    await page.getByRole('option', { name: 'Named extensions' }).click();
    await page.getByLabel('Extensions').fill(`of the store: /detail/${extensionId}`);
    await page.getByRole('combobox', { name: 'How often' }).click();
    await page.getByRole('option', { name: 'Once a day' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByText('Once a day, next').waitFor();
    await page
      .getByRole('definition')
      .filter({ hasText: /^1 extension/ })
      .waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nobody is told yet').waitFor();
  });

  it('offer a viewer nothing that would be refused', async () => {
    const { app } = dashboard;
    const json = { name: 'Mine', url: receiver.url };
    const viewer = await app.signIn('viewer');
    const made = await app.send('POST', '/api/v1/subscriptions', { cookie: viewer, json });
    assert.equal(made.status, 403);
    const { page } = await dashboard.openContext(viewer);
    await page.goto('/subscriptions');
    await page.getByText('Nobody is told yet').waitFor();
    assert.equal(await page.getByRole('main').getByRole('button').count(), 0);
  });
});
