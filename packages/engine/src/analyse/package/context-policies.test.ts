import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extensionOf } from '../../../testing/build-extension.ts';
import { analyse } from '../analyse.ts';

type Files = Readonly<Record<string, string>>;

const shown = (manifest: object, files: Files = {}): readonly string[] =>
  analyse(extensionOf(manifest, files)).policies.map(
    ({ context, page, browsers, setBy, weaknesses }) =>
      [
        page ?? context,
        browsers.join('+'),
        setBy,
        ...weaknesses.map(({ kind, value }) => [kind, value].join(' ').trim()),
      ].join(' | '),
  );
const policiesOf = (manifest: object, context: string, files: Files = {}): readonly string[][] =>
  analyse(extensionOf(manifest, files)).policies.flatMap((each) =>
    each.context === context ? [[...each.policies]] : [],
  );

const gecko = { browser_specific_settings: { gecko: { id: 'a@b.dev' } } };
const popup = { action: { default_popup: 'pop.html' } };
const meta = (policy: string): Files => ({
  'pop.html': `<meta http-equiv="Content-Security-Policy" content="${policy}"><p>`,
});

describe('without a policy in the manifest', () => {
  const content = { content_scripts: [{ matches: ['https://a.dev/*'], js: ['c.js'] }] };

  it('the defaults of each browser hold, under Manifest V3', () => {
    const manifest = { ...content, ...gecko, background: { service_worker: 'w.js' } };
    const files = { 'c.js': '', 'w.js': '' };
    assert.deepEqual(policiesOf(manifest, 'service-worker', files), [
      ["script-src 'self'; object-src 'self';"],
      ["script-src 'self'; upgrade-insecure-requests;"],
    ]);
    assert.deepEqual(policiesOf(manifest, 'content-script', files), [
      ["script-src 'self' 'wasm-unsafe-eval' 'inline-speculation-rules'; object-src 'self';"],
      ["script-src 'self' 'wasm-unsafe-eval';"],
    ]);
  });

  it('and under Manifest V2, in which content scripts have none', () => {
    const manifest = {
      ...content,
      ...gecko,
      manifest_version: 2,
      background: { scripts: ['w.js'] },
    };
    const files = { 'c.js': '', 'w.js': '' };
    assert.deepEqual(policiesOf(manifest, 'background-page', files), [
      ["script-src 'self' blob: filesystem:; object-src 'self' blob: filesystem:;"],
      ["script-src 'self' 'wasm-unsafe-eval';"],
    ]);
    assert.deepEqual(policiesOf(manifest, 'content-script', files), [[]]);
  });

  it('sandboxed pages may evaluate code, in Chromium alone', () => {
    const manifest = { ...gecko, sandbox: { pages: ['box.html'] } };
    assert.deepEqual(shown(manifest, { 'box.html': '<p>' }), [
      "sandbox-page | chromium | browser | unsafe-inline 'unsafe-inline' | unsafe-eval 'unsafe-eval' | missing-directive",
    ]);
  });

  it('scripts in the world of a page run under the policy of its site', () => {
    const files = {
      'w.js': "chrome.scripting.executeScript({ files: ['in.js'], world: 'MAIN', target: {} })",
      'in.js': '',
    };
    assert.ok(
      shown({ background: { service_worker: 'w.js' } }, files).includes(
        'injected | chromium | site',
      ),
    );
  });

  it('user scripts run under what code sets for their world', () => {
    const register = "chrome.userScripts.register([{ id: 'a', js: [{ file: 'user.js' }] }]);";
    const files = {
      'w.js': `chrome.userScripts.configureWorld({ csp: "script-src 'self' 'unsafe-eval'" }); ${register}`,
      'user.js': '',
    };
    const worker = { background: { service_worker: 'w.js' } };
    assert.deepEqual(policiesOf(worker, 'user-script', files), [
      ["script-src 'self' 'unsafe-eval'"],
    ]);
    assert.deepEqual(policiesOf(worker, 'user-script', { ...files, 'w.js': register }), [
      ["script-src 'self' 'wasm-unsafe-eval' 'inline-speculation-rules'; object-src 'self';"],
    ]);
  });
});

describe("the manifest's policy", () => {
  const weak = "script-src 'self' 'unsafe-eval' https://cdnjs.cloudflare.com; object-src 'self'";

  it('is told with what it leaves open, known bypasses included', () => {
    const manifest = {
      manifest_version: 2,
      browser_action: popup.action,
      content_security_policy: weak,
    };
    assert.deepEqual(shown(manifest, { 'pop.html': '<p>' }), [
      "extension-page | chromium | manifest | remote-script-host https://cdnjs.cloudflare.com | unsafe-eval 'unsafe-eval' | bypass-host https://cdnjs.cloudflare.com",
    ]);
  });

  it('is held beside its own by Firefox under Manifest V3', () => {
    const manifest = { ...popup, ...gecko, content_security_policy: { extension_pages: weak } };
    assert.deepEqual(shown(manifest, { 'pop.html': '<p>' }).slice(1), [
      'extension-page | firefox | manifest',
    ]);
  });

  it('is tightened by the policy of a page', () => {
    const manifest = {
      manifest_version: 2,
      browser_action: popup.action,
      content_security_policy: weak,
    };
    const entries = shown(manifest, {
      ...meta("script-src 'self' https:"),
      'plain.html': '<p>',
    });
    assert.deepEqual(
      entries.filter((entry) => entry.startsWith('pop.html')),
      [
        'pop.html | chromium | page | remote-script-host https://cdnjs.cloudflare.com | bypass-host https://cdnjs.cloudflare.com',
      ],
    );
    const closed = shown(manifest, meta("default-src 'none'; script-src 'self'"));
    assert.ok(closed.includes('pop.html | chromium | page'));
  });

  it('is not loosened by the policy of a page', () => {
    const entries = shown(popup, meta("script-src 'self' 'unsafe-eval' https://cdn.a.dev"));
    assert.ok(entries.includes('pop.html | chromium | page'), entries.join('\n'));
  });
});

it('a package of pages with policies gives a bounded number of entries', () => {
  const files = Object.fromEntries(
    Array.from({ length: 900 }, (_, index) => [
      `p${index}.html`,
      meta("script-src 'self'")['pop.html']!,
    ]),
  );
  assert.ok(shown({}, files).length < 250);
});

it('of thousands of hosts and hundreds of pages stays small, and the worst is told', () => {
  const hosts = Array.from({ length: 9_000 }, (_, index) => `https://h${index}.dev`);
  hosts.splice(99, 0, "'unsafe-eval'");
  const names = Array.from({ length: 300 }, (_, index) => `page-${index}.html`);
  const page = `<meta http-equiv="content-security-policy" content="img-src 'self'">`;
  const { policies } = analyse(
    extensionOf(
      {
        manifest_version: 2,
        content_security_policy: `script-src ${hosts.join(' ')}`,
        web_accessible_resources: names,
      },
      Object.fromEntries(names.map((name) => [name, page])),
    ),
  );
  assert.equal(policies.length, 201);
  assert.ok(JSON.stringify(policies).length < 3_000_000);
  for (const { weaknesses } of policies) assert.equal(weaknesses[0]?.kind, 'unsafe-eval');
});
