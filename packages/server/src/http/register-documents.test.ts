import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { type TestApp, startTestApp } from '../testing/test-app.ts';

describe('documents', () => {
  let app: TestApp;
  before(async () => {
    app = await startTestApp();
  });
  after(() => app.close());

  it('serves the OpenAPI document without signing in', async () => {
    const response = await fetch(`${app.url}/openapi.json`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    const document = (await response.json()) as { openapi: string; info: { version: string } };
    assert.equal(document.openapi, '3.1.1');
    assert.equal(document.info.version, '9.8.7');
  });

  it('serves a page for people that loads only from here, under a policy that allows nothing else', async () => {
    const response = await fetch(`${app.url}/docs`);
    assert.equal(response.status, 200);
    const html = await response.text();
    const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    assert.ok(sources.length > 0);
    for (const url of sources) assert.ok(!/^(?:https?:)?\/\//.test(url), url);
    assert.doesNotMatch(html, /https?:\/\//);

    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self' 'sha256-/);
    assert.doesNotMatch(policy, /unsafe-eval|https?:|\*/);
    const [, inline = ''] = /<script(?![^>]*src=)[^>]*>([\s\S]*?)<\/script>/.exec(html) ?? [];
    const hash = createHash('sha256').update(inline).digest('base64');
    assert.ok(policy.includes(`'sha256-${hash}'`));

    const bundle = await fetch(new URL(sources[0] ?? '', response.url));
    assert.equal(bundle.status, 200);
    assert.ok((await bundle.text()).length > 1_000_000);
  });
});
