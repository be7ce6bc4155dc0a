import assert from 'node:assert/strict';
import { type BrowserContext, type Page } from 'playwright-core';
import {
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../server/src/testing/test-app.ts';
import { ensureBuilt } from '../build/ensure-built.ts';
import { launchBrowser } from './launch-browser.ts';

/** The service with the dashboard, and a browser that minds what no page may do. */
export interface TestDashboard {
  readonly app: TestApp;
  readonly page: Page;
  /** A session of its own, as another person at another machine has. */
  openContext(cookie?: string): Promise<{ readonly context: BrowserContext; readonly page: Page }>;
  /** Signs a new member in, without the form. */
  signIn(role?: 'viewer' | 'analyst' | 'owner'): Promise<void>;
  /** Fails where a page wrote an error to its console, broke its policy, or asked another host. */
  close(): Promise<void>;
}

interface TestDashboardOptions {
  /** With the built guide. */
  readonly guideDir?: string;
  /** Whether packages can be uploaded and analysed. */
  readonly work?: boolean;
  /** Instead of what the service would use. */
  readonly services?: TestAppOptions['services'];
  /** Other sites that the browser is sent to. */
  readonly expectedOrigins?: readonly string[];
  /** Statuses of answers that the test provokes; browsers write them to the console. */
  readonly expectedStatuses?: readonly number[];
}

/** What fails waits as long as this; more than a page needs on the busiest machine. */
const waitMillisecondsMax = 60_000;

export async function startTestDashboard(
  options: TestDashboardOptions = {},
): Promise<TestDashboard> {
  const dashboardDir = await ensureBuilt();
  // First, because without a browser a service would be left that keeps the process from ending.
  const browser = await launchBrowser();
  const app = await startTestApp({
    dashboardDir,
    guideDir: options.guideDir,
    ...(options.work && { work: true }),
    ...(options.services && { services: options.services }),
  });
  await app.work?.pretendWorker();
  await app.work?.startWorkers(options.services);
  const problems: string[] = [];
  const expected = options.expectedStatuses ?? [];
  const openContext = async (cookie?: string) => {
    const context = await browser.newContext({ baseURL: app.url, locale: 'en' });
    context.setDefaultTimeout(waitMillisecondsMax);
    watch(context, [app.url, ...(options.expectedOrigins ?? [])], expected, problems);
    if (cookie !== undefined) await addCookie(context, app.url, cookie);
    return { context, page: await context.newPage() };
  };
  const { context, page } = await openContext();
  return {
    app,
    page,
    openContext,
    async signIn(role) {
      await addCookie(context, app.url, await app.signIn(role));
    },
    async close() {
      await browser.close();
      await app.close();
      assert.deepEqual(problems, []);
    },
  };
}

function watch(
  context: BrowserContext,
  origins: readonly string[],
  expected: readonly number[],
  problems: string[],
): void {
  const isExpected = (text: string): boolean =>
    expected.some(
      (status) => text.startsWith(`Failed to load resource`) && text.includes(`${status}`),
    );
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!isExpected(message.text())) problems.push(`${message.type()}: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`error: ${error.error().message}`));
  context.on('request', (request) => {
    const url = request.url();
    const isExpectedSite = origins.some((origin) => url.startsWith(`${origin}/`));
    if (!isExpectedSite && !/^(?:data|blob):/.test(url)) problems.push(`asks ${url}`);
  });
}

async function addCookie(context: BrowserContext, url: string, cookie: string): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }]);
}
