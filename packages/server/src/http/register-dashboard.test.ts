import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

const page = '<!doctype html><meta property="csp-nonce" nonce="__EXTAUDIT_NONCE__">';

describe('the dashboard', () => {
  let folder: string;
  let app: TestApp;
  let signedIn: { readonly cookie: string };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'extaudit-dashboard-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), page);
    await writeFile(join(folder, 'assets/main-1.js'), 'export {};');
    await writeFile(join(folder, 'assets/main-1.js.br'), 'as if compressed');
    app = await startTestApp({ dashboardDir: folder });
    signedIn = { cookie: await app.signIn() };
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('is one page for every path that is nothing else, with a nonce of its own, and never kept', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/extensions?risk_level=high', '/no/such/page']) {
      const answer = await fetch(app.url + path, { headers: signedIn });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      const nonce = /nonce="([^"]{24})"/.exec(await answer.text())?.[1] ?? '';
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.ok(policy.includes(`script-src 'self' 'nonce-${nonce}';`));
      assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}';`));
      assert.match(policy, /^default-src 'none';/);
      assert.doesNotMatch(policy, /unsafe|\*|https?:/);
      nonces.add(nonce);
    }
    assert.equal(nonces.size, 3);
  });

  it('leads to signing in where there is no session, and back', async () => {
    const answer = await fetch(`${app.url}/extensions?page=2`, { redirect: 'manual' });
    assert.equal(answer.status, 302);
    assert.equal(answer.headers.get('location'), '/sign-in?next=%2Fextensions%3Fpage%3D2');
    for (const path of [
      '/sign-in',
      '/setup?code=x',
      '/invitation?code=x',
      '/password-reset?code=x',
    ]) {
      assert.equal((await fetch(app.url + path, { redirect: 'manual' })).status, 200);
    }
  });

  it('says where metrics are, to who asks for them here', async () => {
    const { status, body } = await app.send('GET', '/metrics');
    assert.equal(status, 404);
    assert.match(body.error, /EXTAUDIT_METRICS_LISTEN/);
  });

  it('keeps its files for a year and sends them compressed', async () => {
    const headers = { 'accept-encoding': 'br' };
    const answer = await fetch(`${app.url}/assets/main-1.js`, { headers });
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.get('content-encoding'), 'br');
    assert.match(answer.headers.get('content-type') ?? '', /javascript/);
    await answer.body?.cancel();
  });

  it('answers programs as before: unknown paths of the API, files and methods are 404 in JSON', async () => {
    const asked = [
      ['GET', '/api/v1/nothing'],
      ['GET', '/api'],
      ['GET', '/assets/main-2.js'],
      ['POST', '/extensions'],
    ] as const;
    for (const [method, path] of asked) {
      const answer = await fetch(app.url + path, { method, headers: signedIn });
      assert.ok(answer.status === 404 || answer.status === 400, `${path}: ${answer.status}`);
      assert.equal(((await answer.json()) as { success: boolean }).success, false);
    }
  });
});
