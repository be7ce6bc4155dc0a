import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

describe('the guide', () => {
  let folder: string;
  let app: TestApp;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'extaudit-guide-'));
    await mkdir(join(folder, 'guide/rules'), { recursive: true });
    await writeFile(join(folder, 'guide/index.html'), '<!doctype html><h1>Guide</h1>');
    await writeFile(join(folder, 'guide/index.html.br'), 'as if compressed');
    await writeFile(join(folder, 'guide/rules/index.html'), '<!doctype html><h1>Rules</h1>');
    await writeFile(join(folder, 'outside.html'), 'not of the guide');
    app = await startTestApp({ guideDir: join(folder, 'guide') });
  });
  after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('is there for everybody, in its folder, under a policy that allows its own files only', async () => {
    const answer = await fetch(`${app.url}/docs/guide`);
    assert.equal(answer.url, `${app.url}/docs/guide/`);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /<h1>Guide<\/h1>/);
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    const rules = await fetch(`${app.url}/docs/guide/rules/index.html`);
    assert.match(await rules.text(), /<h1>Rules<\/h1>/);
  });

  it('is sent compressed, and not again while it is the same', async () => {
    const ask = async (headers: OutgoingHttpHeaders) => {
      const [answer] = (await once(
        get(`${app.url}/docs/guide/index.html`, {
          headers: { 'accept-encoding': 'br', ...headers },
        }),
        'response',
      )) as [IncomingMessage];
      answer.resume();
      return answer;
    };
    const { headers } = await ask({});
    assert.equal(headers['content-encoding'], 'br');
    assert.equal(headers['cache-control'], 'no-cache');
    // Not by fetch, which says itself that nothing cached will do.
    assert.equal((await ask({ 'if-none-match': headers.etag })).statusCode, 304);
  });

  it('holds nothing beside its folder, leaves the API reference where it is, and says what is not there', async () => {
    const reference = await fetch(`${app.url}/docs`);
    assert.match(await reference.text(), /extaudit API/);
    const paths = ['no-such-page.html', '..%2foutside.html', '%2e%2e/outside.html', 'rules/%00'];
    for (const path of paths) {
      const answer = await fetch(`${app.url}/docs/guide/${path}`);
      assert.ok(answer.status === 404 || answer.status === 400 || answer.status === 403, path);
      assert.equal(((await answer.json()) as { success: boolean }).success, false, path);
    }
  });
});
