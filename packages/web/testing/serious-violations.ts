import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { openPage, type DemoPage } from './demo-pages.ts';

/** What axe finds serious or critical on pages, in both colour schemes. */
export async function seriousViolations(
  page: Page,
  pages: readonly DemoPage[],
): Promise<readonly string[]> {
  const violations: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const demoPage of pages) {
      await openPage(page, demoPage);
      const found = await violationsOf(page);
      violations.push(
        ...found.map((violation) => `${demoPage.name}, ${colorScheme}: ${violation}`),
      );
    }
  }
  return violations;
}

/** What axe finds serious or critical on a page as it is. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  const require = createRequire(import.meta.url);
  await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      readonly axe: {
        run(options: object): Promise<{
          readonly violations: readonly {
            readonly id: string;
            readonly impact: string;
            readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
          }[];
        }>;
      };
    };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)} ${nodes[0]?.failureSummary}`);
  });
}
