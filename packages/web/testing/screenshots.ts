// Writes every page at 1440 and 390 px, light and dark, from the demo's data, to the folder that is named, else
// `screenshots`. `--link URL` takes the link of a demo that is running already, before anybody has opened it.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { launchBrowser } from './launch-browser.ts';
import { demoCatalogue, updateToTheft } from './demo-catalogue.ts';
import { demoPages, openPage } from './demo-pages.ts';

const { values, positionals } = parseArgs({
  options: { link: { type: 'string' }, only: { type: 'string' } },
  allowPositionals: true,
});
const folder = positionals[0] ?? 'screenshots';
const widths = [1440, 390];
const schemes = ['light', 'dark'] as const;
const account = { email: 'ada@example.org', password: 'analytical engine no. 1' };

await mkdir(folder, { recursive: true });
if (values.link !== undefined) await writeAll(new URL(values.link));
else await withDemo(writeAll);

async function withDemo(use: (link: URL) => Promise<void>): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'extaudit-screenshots-'));
  // Root's database server runs as another user, who has to reach it.
  await chmod(data, 0o711);
  const main = join(import.meta.dirname, '../../cli/src/main.ts');
  const catalogue = join(data, 'catalogue.jsonl');
  await writeFile(catalogue, demoCatalogue());
  execFileSync(process.execPath, [main, 'import', catalogue, '--data-dir', data]);
  const demo = spawn(process.execPath, [main, 'demo', '--port', '0', '--data-dir', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface(demo.stdout)) {
      const [, link] = /Open the dashboard: (\S+)/.exec(line) ?? [];
      if (link !== undefined) {
        await use(new URL(link));
        break;
      }
    }
  } finally {
    const ended = once(demo, 'exit');
    if (demo.kill('SIGINT')) await ended;
    await rm(data, { recursive: true, force: true });
  }
}

async function writeAll(link: URL): Promise<void> {
  const browser = await launchBrowser();
  const cookie = await signIn(link);
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(new URL(path, link), {
      method,
      ...(body instanceof FormData
        ? { headers: { cookie }, body }
        : {
            headers: { cookie, 'content-type': 'application/json' },
            body: body === undefined ? null : JSON.stringify(body),
          }),
    });
    return (await answer.json()) as Awaited<ReturnType<Parameters<typeof demoPages>[0]>>;
  };
  await updateToTheft(send);
  const pages = await demoPages(send);
  const [name = '', value = ''] = cookie.split('=');
  for (const colorScheme of schemes) {
    for (const width of widths) {
      const viewport = { width, height: width > 800 ? 900 : 844 };
      const context = await browser.newContext({
        baseURL: link.origin,
        colorScheme,
        viewport,
        // Else dialogues are seen half open.
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await context.addCookies([{ name, value, url: link.origin }]);
      for (const demoPage of pages) {
        if (values.only !== undefined && !values.only.split(',').includes(demoPage.name)) continue;
        await openPage(page, demoPage);
        const file = `${demoPage.name}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(folder, file), fullPage: true });
      }
      await context.close();
    }
  }
  await browser.close();
}

/** With the setup code of the link, or as whoever was made with it before. */
async function signIn(link: URL): Promise<string> {
  const code = link.searchParams.get('code');
  const post = (path: string, body: object): Promise<Response> =>
    fetch(new URL(path, link), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const made = await post('/api/v1/auth/setup', { code, ...account });
  const answer = made.ok ? made : await post('/api/v1/auth/login', account);
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('session='));
  if (cookie === undefined) throw new Error(`signing in failed: ${await answer.text()}`);
  return cookie.split(';')[0] ?? '';
}
