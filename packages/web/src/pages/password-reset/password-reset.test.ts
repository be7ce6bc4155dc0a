import { it } from 'node:test';
import { letterOf, mailServices, resetCodeIn } from '../../../../server/src/testing/test-mail.ts';
import { startTestMailServer } from '../../../../server/src/testing/test-mail-server.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';

it('who has forgotten a password gets a link by mail, which sets a new one, once', async () => {
  await using server = await startTestMailServer();
  const dashboard = await startTestDashboard({
    work: true,
    services: mailServices(server),
    expectedStatuses: [401, 403],
  });
  try {
    const { app, page } = dashboard;
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await page.getByLabel('E-mail address').fill(app.owner.email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('the letter is on its way').waitFor();
    const path = `/password-reset?code=${resetCodeIn((await letterOf(server, 0)).raw)}`;
    const choose = async (): Promise<void> => {
      await page.goto(path);
      await page.getByLabel('Password', { exact: true }).fill('a pass phrase of another year');
      await page.getByLabel('Password again').fill('a pass phrase of another year');
      await page.getByRole('button', { name: 'Set password' }).click();
    };

    await choose();
    await page.getByRole('heading', { name: 'Your new password counts' }).waitFor();
    await page.getByRole('link', { name: 'Back to the sign-in page' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail address').fill(app.owner.email);
    await page.getByLabel('Password', { exact: true }).fill('a pass phrase of another year');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

    await choose();
    await page.getByRole('alert').waitFor();
  } finally {
    await dashboard.close();
  }
});
