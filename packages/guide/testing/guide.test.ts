import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { violationsOf } from '../../web/testing/serious-violations.ts';
import { startTestDashboard, type TestDashboard } from '../../web/testing/test-dashboard.ts';
import { ensureBuilt } from '../build/ensure-built.ts';
import { placeOf, sections } from '../build/pages.ts';

/** Everything in the table of contents, and one each of what is listed elsewhere. */
const places = [
  ...sections.flatMap(({ pages }) => pages.map(({ source }) => placeOf(source))),
  'rules/privacy/cookies-sent.html',
  'adr/0001-workspaces.html',
];

describe('the guide in a browser', () => {
  let guide: TestDashboard;
  let page: Page;
  before(async () => {
    guide = await startTestDashboard({ guideDir: await ensureBuilt() });
    page = guide.page;
  });
  // Fails where a page wrote an error, broke its policy, or asked another host.
  after(() => guide.close());

  it('has a page for every rule and every decision', async () => {
    const folder = await ensureBuilt();
    const count = (pattern: string, cwd: string) => globSync(pattern, { cwd }).length;
    const repository = new URL('../../..', import.meta.url).pathname;
    assert.equal(count('rules/*/*.html', folder), count('docs/rules/*/*.md', repository));
    assert.equal(count('adr/0*.html', folder), count('docs/adr/0*.md', repository));
  });

  it('has a heading, the contents and no scrolling sideways on each page, wide and on a phone', async () => {
    for (const place of places) {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(`/docs/guide/${place}`);
        assert.equal(await page.locator('h1').count(), 1, place);
        const isWider = await page.evaluate(
          () => document.documentElement.scrollWidth > window.innerWidth,
        );
        assert.ok(!isWider, `${place} at ${width} px`);
      }
    }
  });

  it('is found by a search without the mouse: rules, settings, and words in any order', async () => {
    const asked = [
      ['cookies sent', /rules\/privacy\/cookies-sent\.html$/],
      ['EXTAUDIT_TRUST_PROXY', /\.html(?:#.+)?$/],
      ['deliveries webhook', /(?:alerts|api-guide)\.html(?:#.+)?$/],
    ] as const;
    for (const [words, expected] of asked) {
      await page.goto('/docs/guide/quick-start/operator.html');
      await page.keyboard.press('/');
      await page.keyboard.type(words);
      await page.locator('#search-results a').first().waitFor();
      await page.keyboard.press('ArrowDown');
      const href = await page.evaluate(() => document.activeElement?.getAttribute('href'));
      assert.match(String(href), expected);
      await page.keyboard.press('Enter');
      await page.waitForURL((url) => !url.pathname.endsWith('operator.html') || url.hash !== '');
      assert.match(
        await page.locator('article').innerText(),
        new RegExp(words.split(' ')[0] ?? '', 'i'),
      );
    }
  });

  it('says when a search finds nothing, and forgets it with Escape', async () => {
    await page.goto('/docs/guide/');
    await page.getByRole('searchbox').fill('<img src=x onerror=alert(1)> qqqq');
    await page.getByText('Nothing about “<img src=x onerror=alert(1)> qqqq”').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#search-status').innerText(), '');
  });

  it('is led to from the dashboard', async () => {
    await guide.signIn('viewer');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/');
    await page.getByRole('link', { name: 'Guide' }).click();
    await page.getByRole('heading', { name: 'What extaudit is' }).waitFor();
  });

  it('has no serious violation of WCAG, light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const place of ['index.html', 'quick-start/developer.html', 'scoring.html']) {
        await page.goto(`/docs/guide/${place}`);
        assert.deepEqual(await violationsOf(page), [], `${place}, ${colorScheme}`);
      }
    }
  });
});
