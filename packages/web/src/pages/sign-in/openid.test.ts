import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openidOf } from '../../../../server/src/testing/test-openid.ts';
import {
  startTestOpenidProvider,
  type TestOpenidProvider,
} from '../../../../server/src/testing/test-openid-provider.ts';
import { startTestDashboard, type TestDashboard } from '../../../testing/test-dashboard.ts';

describe('signing in at a provider', () => {
  let provider: TestOpenidProvider;
  let dashboard: TestDashboard;
  before(async () => {
    provider = await startTestOpenidProvider();
    const openid = openidOf(provider);
    const expectedOrigins = [provider.issuer];
    const services = { openid };
    const expectedStatuses = [401, 403];
    dashboard = await startTestDashboard({ services, expectedOrigins, expectedStatuses });
    // Where browsers come back to is known now.
    Object.assign(openid, openidOf(provider, {}, dashboard.app.url));
  });
  after(async () => {
    await dashboard.close();
    await provider[Symbol.asyncDispose]();
  });

  const signIn = () =>
    dashboard.page.getByRole('button', { name: 'Sign in with Example SSO' }).click();

  it('leads to the page that was asked for, with its filters, and keeps no code in the address', async () => {
    const { page, app } = dashboard;
    provider.person = { sub: 'grace', email: app.owner.email, email_verified: true };
    await page.goto('/extensions?risk_level=high');
    await signIn();
    await page.getByRole('heading', { level: 1, name: 'Extensions' }).waitFor();
    const { origin, search } = new URL(page.url());
    assert.deepEqual([origin, search], [app.url, '?risk_level=high']);
  });

  it('says why somebody cannot come in, and leads back', async () => {
    const { page } = dashboard;
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign out' }).click();
    provider.person = { sub: 'mallory', email: 'mallory@example.org', email_verified: true };
    await signIn();
    await page.getByRole('alert').getByText('ask an owner to invite you').waitFor();
    await page.reload();
    await page.getByRole('alert').getByText('begin again').waitFor();
    await page.getByRole('link', { name: 'Back to the sign-in page' }).click();
    await page.getByRole('button', { name: 'Sign in with Example SSO' }).waitFor();
  });
});
