import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { decideOf, inventoryOf, monitorOf, subscriptionOf } from './demo-things.ts';

/** Every page of the dashboard, by a name for files, with what the service holds. */
export interface DemoPage {
  readonly name: string;
  readonly path: string;
  /** What shows the page as it is meant to be seen, once it is open. */
  readonly act?: (page: Page) => Promise<void>;
}

/** A body that is no `FormData` is sent as JSON. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Answer>;

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly result: readonly Readonly<Record<string, unknown>>[];
}

/** Opens a page and shows it as it is meant to be seen. */
export async function openPage(page: Page, { path, act }: DemoPage): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  // Workers go on where the network is idle.
  await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'detached' });
  await act?.(page);
}

/** Pages that need an extension are of the riskiest one; what an account has is made where there is none. */
export async function demoPages(send: Send): Promise<readonly DemoPage[]> {
  const list = '/api/v1/extensions?sort=risk_score&order=desc';
  const catalogue = (await send('GET', list)).result.map((item) => ({
    extension_id: String(item['extension_id']),
    name: String(item['name']),
    version: String(item['version']),
  }));
  const [riskiest, next] = catalogue;
  assert.ok(riskiest, 'the catalogue is empty');
  const id = riskiest.extension_id;
  const version = encodeURIComponent(riskiest.version);
  const analysis = await send('GET', `/api/v1/extensions/${id}/versions/${version}/analysis`);
  const { findings } = analysis.data['report'] as Report;
  const [heaviest] = findings.toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0));
  const inventoryId = await inventoryOf(send, catalogue);
  await decideOf(send, { extensionId: id, rule: heaviest?.id ?? '' }, next);
  const subscriptionId = await subscriptionOf(send, inventoryId);
  const monitorId = await monitorOf(send, id);
  const { permhash } = (await send('GET', `/api/v1/permhash/cluster/${id}`)).data;
  const publishers = (await send('GET', '/api/v1/publishers')).result.slice(0, 1);
  const entry = await intelligenceEntryOf(send);
  const extension = `/extensions/${id}`;
  return [
    { name: 'sign-in', path: '/sign-in' },
    { name: 'setup', path: '/setup?code=none' },
    { name: 'invitation', path: '/invitation?code=none' },
    { name: 'password-reset', path: '/password-reset' },
    { name: 'password-reset-code', path: '/password-reset?code=none' },
    { name: 'overview', path: '/' },
    { name: 'extensions', path: '/extensions' },
    { name: 'extensions-none', path: '/extensions?search=nothing-has-this-name' },
    { name: 'report', path: extension },
    { name: 'flows', path: `${extension}/flows` },
    { name: 'permissions', path: `${extension}/permissions` },
    { name: 'hosts', path: `${extension}/hosts` },
    { name: 'files', path: `${extension}/files?${firstPlace(findings)}` },
    { name: 'manifest', path: `${extension}/manifest` },
    { name: 'versions', path: `${extension}/versions` },
    ...(await versionsOf(send, id)),
    { name: 'reviews', path: `${extension}/reviews` },
    { name: 'relations', path: `${extension}/relations` },
    { name: 'extension-none', path: `/extensions/${'p'.repeat(32)}` },
    { name: 'search', path: '/search?q=permission%3Atabs' },
    { name: 'inventories', path: '/inventory' },
    { name: 'inventory', path: `/inventory/${inventoryId}` },
    { name: 'events', path: '/events' },
    { name: 'monitors', path: '/monitors' },
    { name: 'monitor', path: `/monitors/${monitorId}` },
    { name: 'subscriptions', path: '/subscriptions' },
    { name: 'subscription', path: `/subscriptions/${subscriptionId}` },
    { name: 'subscription-new', path: '/subscriptions', act: askForSubscription },
    { name: 'decisions', path: '/decisions' },
    { name: 'policy', path: '/policy', act: tryPolicy },
    { name: 'clusters', path: '/clusters' },
    { name: 'cluster', path: `/clusters/${String(permhash)}` },
    { name: 'publishers', path: '/publishers' },
    ...publishers.map(({ publisher_id }) => ({
      name: 'publisher',
      path: `/publishers/${encodeURIComponent(String(publisher_id))}`,
    })),
    { name: 'intelligence', path: '/intelligence' },
    { name: 'intelligence-none', path: '/intelligence?value=nobody.example' },
    ...entry.map((path) => ({ name: 'intelligence-entry', path })),
    { name: 'upload', path: '/upload' },
    { name: 'account', path: '/account' },
    { name: 'members', path: '/account/members' },
    { name: 'tokens', path: '/account/tokens' },
    { name: 'webhook-secret', path: '/account/webhook-secret' },
    { name: 'audit-trail', path: '/account/audit-trail' },
    { name: 'not-found', path: '/no-such-page' },
  ];
}

interface Report {
  readonly findings: readonly {
    readonly id: string;
    readonly points?: number;
    readonly evidence: readonly {
      readonly at?: { readonly file: string; readonly line: number; readonly column: number };
    }[];
  }[];
}

/** Of the first entry that an extension of the catalogue matches. */
async function intelligenceEntryOf(send: Send): Promise<readonly string[]> {
  for (const kind of ['domain', 'vulnerable_library']) {
    const query = `kind=${kind}&page_size=100`;
    const { result } = await send('GET', `/api/v1/intelligence/entries?${query}`);
    const known = result.find(({ matches }) => matches !== 0);
    if (known) return [`/intelligence/${kind}/${encodeURIComponent(String(known['value']))}`];
  }
  return [];
}

async function askForSubscription(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New subscription' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).waitFor();
}

/** Against a policy that bans one permission, on the first inventory. */
async function tryPolicy(page: Page): Promise<void> {
  const inForce = { ExtensionSettings: { '*': { blocked_permissions: ['debugger'] } } };
  await page.getByLabel('Rules').fill('block high\nblock permission debugger');
  await page.getByLabel('The policy in force').fill(JSON.stringify(inForce));
  await page.getByRole('combobox', { name: 'Tried on' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('heading', { name: 'Download' }).waitFor();
}

function firstPlace(findings: Report['findings']): string {
  const place = findings
    .flatMap(({ evidence }) => evidence)
    .map(({ at }) => at)
    .find((at) => at !== undefined && at.file.endsWith('.js'));
  const { file = 'manifest.json', line = 1, column = 1 } = place ?? {};
  return new URLSearchParams({ path: file, line: `${line}`, column: `${column}` }).toString();
}

/** Of the first extension that has two of them. */
async function versionsOf(send: Send, id: string): Promise<readonly DemoPage[]> {
  const { result } = await send('GET', '/api/v1/extensions?page_size=100');
  const ids = [id, ...result.map(({ extension_id }) => String(extension_id))];
  for (const extensionId of ids) {
    const { data } = await send('GET', `/api/v1/extensions/${extensionId}`);
    const versions = data['extension_versions'] as readonly { readonly version: string }[];
    const [to, from] = versions;
    if (to && from) {
      const query = new URLSearchParams({ from: from.version, to: to.version }).toString();
      const path = `/extensions/${extensionId}/diff?${query}`;
      return [
        { name: 'diff', path },
        { name: 'diff-file', path: `${path}&path=manifest.json` },
      ];
    }
  }
  return [];
}
