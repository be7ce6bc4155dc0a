import { it } from 'node:test';
import { realExtension } from '../../../testing/real-extension.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';

it('an uploaded package leads to its report, what is no package says why, and ids are found in a text', async () => {
  const dashboard = await startTestDashboard({ work: true, expectedStatuses: [400] });
  try {
    const { page } = dashboard;
    await dashboard.signIn('analyst');
    await page.goto('/upload');
    const real = await realExtension();
    await page.locator('input[type=file]').setInputFiles([
      { name: real.name, mimeType: '', buffer: Buffer.from(await real.arrayBuffer()) },
      { name: 'notes.zip', mimeType: '', buffer: Buffer.from('no package') },
    ]);
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Report' }).click();
    await page.getByRole('heading', { name: 'How the score is made' }).waitFor();

    await page.goto('/upload');
    const store = 'https://chromewebstore.google.com/detail/x';
    const pasted = `${store}/${'a'.repeat(32)}\nuBlock0@raymondhill.net, ${'a'.repeat(32)} words`;
    await page.getByLabel('Ids or store addresses').fill(pasted);
    await page.getByRole('button', { name: 'Fetch 2 extensions' }).waitFor();
  } finally {
    await dashboard.close();
  }
});
