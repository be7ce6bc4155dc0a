import type { Page } from 'playwright-core';
import { openPage, type DemoPage } from './demo-pages.ts';

/** What only looks at things, or changes nothing but what is seen. */
const harmless =
  /^(?:Search\/?|Navigation|Sign out|Previous.*|Next.*|Risk.*|[Ww]ith decisions.*|Extension.*|Users.*|Rating.*|Updated.*|Show.*|Format|Log|Try again|Remove the filter.*|.* → .*|Choose files?|Dry run|Change password|Set up an app|Watched|Toggle.*|Find.*|Sign in|Create account|Set password|Send the link|Compare with .*|Download)$/;

/** Buttons that pages offer somebody who may only read, beside those that only look at things. */
export async function viewerOffers(
  page: Page,
  pages: readonly DemoPage[],
): Promise<readonly string[]> {
  const offers: string[] = [];
  for (const { name, path } of pages) {
    await openPage(page, { name, path });
    const buttons = await page
      .getByRole('button')
      .evaluateAll((all) =>
        all
          .filter((button) => !(button as HTMLButtonElement).disabled && button.checkVisibility())
          .map((button) => button.getAttribute('aria-label') ?? button.textContent.trim()),
      );
    // What a list shows, and how a dry run counts, is chosen with switches, too.
    const switches = await page
      .getByRole('switch')
      .and(page.getByLabel(/^(?!With malicious extensions|Decisions count)/))
      .count();
    const wrong = buttons.filter((label) => label !== '' && !harmless.test(label));
    offers.push(...wrong.map((label) => `${name}: ${label.slice(0, 80)}`));
    if (switches > 0) offers.push(`${name}: ${switches} switches`);
  }
  return offers;
}
