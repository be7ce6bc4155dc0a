import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openPage } from './demo-pages.ts';
import { startHostileDashboard, type HostileDashboard } from './hostile-dashboard.ts';
import { seriousViolations } from './serious-violations.ts';

describe('every page, of a package whose texts are markup, script, bidi and long (row 34)', () => {
  let dashboard: HostileDashboard;
  before(async () => {
    dashboard = await startHostileDashboard();
  });
  after(() => dashboard.close());

  it('shows them as text that does nothing', async () => {
    const { page, pages, report } = dashboard;
    const problems: Readonly<Record<string, object>>[] = [];
    for (const demoPage of pages) {
      await page.setViewportSize(desktop);
      await openPage(page, demoPage);
      const found = { ...(await wrongs(page)), isWider: await isWider(page) };
      await page.setViewportSize(phone);
      const all = { ...found, isWiderOnPhone: await isWider(page) };
      if (Object.values(all).some(Boolean)) problems.push({ [demoPage.name]: all });
    }
    await page.setViewportSize(desktop);
    assert.deepEqual(problems, []);
    assert.ok(report.includes('&lt;img src=x'));
    assert.doesNotMatch(report, /<img src=x|<script/i);
  });

  it('draws a flow from cookies to the network, with the code of its steps', async () => {
    const { page, pages } = dashboard;
    await page.goto(pages.find(({ name }) => name === 'flows')?.path ?? '');
    await page
      .getByRole('button', { name: /cookies → network/ })
      .first()
      .waitFor();
    await page.getByRole('img', { name: /steps through/ }).waitFor();
    await page.getByText('chrome.cookies.getAll').first().waitFor();
  });

  it('has no serious violation of accessibility on the pages that are opened most', async () => {
    const often = new Set(['overview', 'extensions', 'report', 'files', 'tokens']);
    const pages = dashboard.pages.filter(({ name }) => often.has(name));
    assert.deepEqual(await seriousViolations(dashboard.page, pages), []);
  });
});

const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

function wrongs(page: Page): Promise<object> {
  return page.evaluate(() => ({
    hasRun: 'ran' in window,
    images: document.querySelectorAll('img[src="x"], [onerror]').length,
    scripts: document.querySelectorAll('body script').length,
  }));
}

function isWider(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
}
