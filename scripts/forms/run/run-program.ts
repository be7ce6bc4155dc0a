import { setImmediate as turn } from 'node:timers/promises';
import type { Program } from '../case.ts';
import { Browser } from './browser.ts';
import type { Deed } from './deed.ts';
import { Context } from './context.ts';

/**
 * Runs the scripts of all contexts, lets the page and the browser do what they do, and tells what was done.
 * @param options whether texts that are evaluated run, too, or are noted only
 */
export async function runProgram(
  program: Program,
  options: { readonly runsTexts: boolean },
): Promise<readonly Deed[]> {
  const browser = new Browser(options);
  const { worker, isModule = false, content, pages, others = {} } = program;
  if (worker !== undefined) {
    const context = new Context(browser, 'worker', others);
    await (isModule ? context.runModule(worker) : context.run('worker.js', worker));
  }
  for (const scripts of Object.values(pages ?? {})) {
    runAll(new Context(browser, 'extension-page', others), scripts);
  }
  if (content) runAll(new Context(browser, 'page', others), content);
  await settle(browser);
  browser.happen();
  await settle(browser);
  if (browser.errors.length > 0) throw browser.errors[0];
  return browser.deeds;
}

function runAll(context: Context, scripts: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(scripts)) context.run(file, text);
}

/** Promises of the scripts settle between turns; only what the browser will call back is counted. */
async function settle(browser: Browser): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    await turn();
    quiet = browser.isWaiting ? 0 : quiet + 1;
  }
}
