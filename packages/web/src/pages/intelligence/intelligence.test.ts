import { it } from 'node:test';
import { saveFeed } from '../../../../server/src/intel/save-feed.ts';
import { saveFacts } from '../../../../server/src/storage/catalogue/fact.ts';
import { insertTestExtension } from '../../../../server/src/testing/test-catalogue.ts';
import { startTestDashboard } from '../../../testing/test-dashboard.ts';

const extensionId = 'abcdefghijklmnopabcdefghijklmnop';
const listed = { source: 'Example research', confidence: 'high' } as const;

it('a host is looked up, and leads to the extensions that contact it', async () => {
  const dashboard = await startTestDashboard();
  try {
    const { db } = dashboard.app.database;
    await insertTestExtension(db, { extension_id: extensionId, name: 'Quick Notes' });
    const fact = { kind: 'host', value: 'in.campaign.example.com', file: 'w.js', line: 7 } as const;
    await db
      .transaction()
      .execute((trx) => saveFacts(trx, new Map([[extensionId, [{ ...fact, places: 1 }]]])));
    const domains = ['campaign.example.com', 'other.example.com'];
    const entries = domains.map((value) => ({ ...listed, kind: 'domain', value }) as const);
    await saveFeed(db, 'bundled', entries, new Date());
    await dashboard.signIn('viewer');
    const { page } = dashboard;
    await page.goto('/intelligence');
    await page.getByText('Comes with extaudit').waitFor();
    await page.getByText('other.example.com').waitFor();
    await page.getByRole('searchbox').fill('cdn.campaign.example.com');
    await page.getByRole('searchbox').press('Enter');
    await page.getByText('1–1 of 1').waitFor();
    await page.reload();
    await page.getByRole('link', { name: '1 hit' }).click();
    await page.getByRole('heading', { level: 1, name: 'campaign.example.com' }).waitFor();
    await page.getByRole('link', { name: 'Quick Notes' }).waitFor();
    await page.getByRole('link', { name: 'w.js:7' }).waitFor();
  } finally {
    await dashboard.close();
  }
});
