import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { codeOf } from '../../../../server/src/testing/test-second-factor.ts';
import { startTestDashboard, type TestDashboard } from '../../../testing/test-dashboard.ts';

describe('signing in', () => {
  let dashboard: TestDashboard;
  before(async () => {
    dashboard = await startTestDashboard({ expectedStatuses: [401] });
  });
  after(() => dashboard.close());

  async function signIn(password: string): Promise<void> {
    const { page, app } = dashboard;
    await page.getByLabel('E-mail address').fill(app.owner.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  it('refuses a wrong password and says so', async () => {
    await dashboard.page.goto('/sign-in');
    await signIn('not the password');
    await dashboard.page.getByRole('alert').waitFor();
  });

  it('leads to the page that was asked for, with its filters', async () => {
    const { page, app } = dashboard;
    await page.goto('/extensions?risk_level=high');
    await signIn(app.owner.password);
    await page.getByRole('heading', { level: 1, name: 'Extensions' }).waitFor();
    assert.equal(new URL(page.url()).search, '?risk_level=high');
  });

  it('leads to no other site', async () => {
    const { page } = dashboard;
    await page.goto('/sign-in?next=//evil.example');
    await signIn(dashboard.app.owner.password);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it('ends the session when signing out', async () => {
    const { page } = dashboard;
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.goto('/extensions');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });

  it('asks for a code once an app is set up, and takes a recovery code', async () => {
    const { page, app } = dashboard;
    await page.goto('/account');
    await signIn(app.owner.password);
    await page.getByLabel('Your password').fill(app.owner.password);
    await page.getByRole('button', { name: 'Set up an app' }).click();
    await page.getByRole('img', { name: 'QR code of the key' }).waitFor();
    const secret = await page.locator('code.secret').innerText();
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(app, secret));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = (await page.getByRole('dialog').locator('code').innerText()).split('\n');
    assert.equal(codes.length, 10);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Turn off' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(app.owner.password);
    await page.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });
});
