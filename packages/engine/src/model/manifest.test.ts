import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuSeconds } from './cpu-seconds.ts';
import { PackageError } from '../unpack/package.ts';
import { readManifest } from './manifest.ts';
import { packageOf } from '../../testing/build-extension.ts';

const read = (manifest: object | string | Uint8Array, files: Record<string, string> = {}) =>
  readManifest(packageOf(manifest, files).files);
const required = { manifest_version: 2, name: 'Clock', version: '3.1' };

function refusal(manifest: object | string | Uint8Array): string {
  try {
    read(manifest);
  } catch (error) {
    assert.ok(error instanceof PackageError);
    assert.equal(error.code, 'manifest-invalid');
    return error.message;
  }
  return assert.fail('accepted');
}

test('a package without manifest.json at its root has no manifest', () => {
  const files = new Map([['sub/manifest.json', new Uint8Array()]]);
  assert.throws(() => readManifest(files), { code: 'manifest-missing' });
});

test('BOM, comments and duplicate keys read as in Chromium, and the raw bytes come back unchanged', () => {
  const text =
    '\uFEFF// made by hand\n{"manifest_version": 3, /* old */ "name": "A", "version": "1.2",\n"name": "B"}';
  const raw = new TextEncoder().encode(text);
  const manifest = read(raw);
  assert.equal(manifest.name, 'B');
  assert.deepEqual(manifest.raw, raw);
  assert.match(manifest.warnings[0]?.message ?? '', /"name" stands twice/);
  assert.deepEqual(manifest.warnings[0]?.at, { file: 'manifest.json', line: 3, column: 1 });
});

test('__proto__ and \\u0000 in a manifest are plain data', () => {
  const manifest = read(
    '{"manifest_version": 2, "name": "a\\u0000b", "version": "7", "__proto__": {"update_url": "http://x/"}}',
  );
  assert.equal(manifest.name, 'a\0b');
  assert.equal(manifest.updateUrl, undefined);
  assert.equal(Object.getPrototypeOf(manifest.value), null);
});

test('lone surrogates, depth 201, bytes that are no UTF-8 and 33 MB are clear errors', () => {
  assert.match(refusal('{"name": "\\ud800"}'), /line 1, column 10: .*half of a surrogate pair/);
  assert.match(refusal(`{"x": ${'['.repeat(201)}`), /line 1, column 206: nested deeper than 200/);
  assert.match(refusal(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])), /is not UTF-8/);
  assert.match(refusal(new Uint8Array(33 * 1024 * 1024)), /at most 33554432 are read/);
});

test('20 MB of permissions are modelled within seconds', () => {
  const permissions = Array.from({ length: 2_000_000 }, () => 'aaaaaaa');
  const seconds = cpuSeconds(() => assert.equal(read({ ...required, permissions }).name, 'Clock'));
  assert.ok(seconds < 6, `${seconds} s`);
});

test('a syntax error tells line and column and what would be right', () => {
  assert.equal(
    refusal('{\n  "name": "Clock",\n  "version": 01\n}'),
    'manifest.json line 3, column 15: "," or "}" was expected in this object.',
  );
});

test('a comma too many is a fault with its place, the rest is read, and the raw bytes come back unchanged', () => {
  const text =
    '{\n "manifest_version": 3,\n "name": "Clock",\n "version": "3.1",\n "permissions": ["cookies",],\n}';
  const raw = new TextEncoder().encode(text);
  const manifest = read(raw);
  assert.deepEqual(manifest.value['permissions'], ['cookies']);
  assert.deepEqual(manifest.raw, raw);
  assert.deepEqual(
    manifest.faults.map(({ at }) => [at.line, at.column]),
    [
      [5, 27],
      [5, 29],
    ],
  );
  assert.match(manifest.faults[0]?.message ?? '', /trailing comma before "]"/);
});

test('a sound manifest has no faults', () => {
  assert.deepEqual(read(required).faults, []);
});

test('what Chromium reads and Firefox refuses is a warning', () => {
  const [warning] = read('{"manifest_version": 2, "name": "a\tb", "version": "7"}').warnings;
  assert.match(warning?.message ?? '', /control characters in strings .* Firefox/);
});

test('manifest_version is the integer 2 or 3; another is a fault or has no reading', () => {
  for (const [manifest_version, expected] of [
    [1, 1],
    [4, 4],
    ['3', 3],
  ]) {
    const manifest = read({ ...required, manifest_version });
    assert.equal(manifest.manifestVersion, expected);
    assert.match(manifest.faults[0]?.message ?? '', /must be the integer 2 or 3/);
  }
  for (const manifest_version of [2.5, null, 0, -3, '33', [2]]) {
    assert.match(refusal({ ...required, manifest_version }), /must be the integer 2 or 3/);
  }
});

test('a missing manifest_version is a fault, and what the manifest uses says how it is read', () => {
  const old = read({ name: 'Clock', version: '3.1', background_page: 'b.html' });
  assert.match(old.faults[0]?.message ?? '', /"manifest_version" is missing/);
  assert.equal(old.manifestVersion, 1);
  assert.deepEqual(old.background, { type: 'page', persistent: true, files: ['b.html'] });
  const modern = read({ name: 'Clock', version: '3.1', background: { service_worker: 'w.js' } });
  assert.equal(modern.manifestVersion, 3);
});

test('a version with letters is a warning, for Firefox loads it', () => {
  const manifest = read({ ...required, version: '1.4.0-beta' });
  assert.equal(manifest.version, '1.4.0-beta');
  assert.equal(manifest.faults.length, 0);
});

test('a version that no browser loads is a fault', () => {
  for (const version of ['01.2', '1.2.3.4.5', '1.-2', '4294967296', '1.0.0.0.0b'])
    assert.equal(read({ ...required, version }).faults.length, 1, version);
});

test('version is 1-4 dot-separated integers', () => {
  for (const version of ['0', '1.2.3.4', '10.0', '0.1']) {
    assert.equal(read({ ...required, version }).version, version);
  }
  for (const version of ['../1', 'v1', '1 2', `1${'0'.repeat(70)}`, 7, null]) {
    assert.match(refusal({ ...required, version }), /1-4 dot-separated integers/);
  }
});

test('a version that is missing or empty is a fault, and read as 0 (row 52)', () => {
  for (const version of [undefined, '']) {
    const manifest = read({ ...required, version });
    assert.equal(manifest.version, '0');
    assert.match(manifest.faults[0]?.message ?? '', /"version" is missing or invalid/);
  }
});

test('a version that Chromium loads and the stores refuse has a warning (row 52)', () => {
  const manifest = read({ ...required, version: '99999.1' });
  assert.deepEqual(manifest.faults, []);
  assert.match(manifest.warnings[0]?.message ?? '', /"99999.1".*from 0 to 65535/);
  assert.equal(read({ ...required, version: '65535.1' }).versionProblem, undefined);
});

test('an XPI is judged by the versions of Firefox (row 52)', () => {
  const versionOf = (version: string) =>
    readManifest(packageOf({ ...required, version }).files, 'xpi').versionProblem;
  assert.equal(versionOf('99999.1'), undefined);
  assert.match(versionOf('1.2.3.4.5') ?? '', /none that Firefox allows/);
});

test("a Firefox package may keep Firefox's version, with a warning", () => {
  const manifest = read({ ...required, version: '1.0b2', applications: { gecko: { id: 'a@b' } } });
  assert.equal(manifest.version, '1.0b2');
  assert.equal(manifest.warnings.length, 1);
});

test('name is a required string', () => {
  assert.match(
    refusal({ manifest_version: 3, version: '1' }),
    /value "name" is missing or invalid/,
  );
  assert.match(refusal({ ...required, name: 5 }), /value "name" is missing or invalid/);
  assert.match(refusal('[]'), /must be an object/);
});

test('optional keys of wrong types are warned of and ignored', () => {
  const manifest = read({
    ...required,
    description: 9,
    author: [1],
    background: 'x',
    content_scripts: [5, { matches: 'no', js: [1, 'a.js'], all_frames: 'yes' }],
    web_accessible_resources: { a: 1 },
    externally_connectable: 3,
    default_locale: 8,
  });
  assert.equal(manifest.description, '');
  assert.equal(manifest.background, undefined);
  assert.deepEqual(manifest.contentScripts[0]?.js, ['a.js']);
  assert.equal(manifest.contentScripts[0]?.allFrames, false);
  assert.equal(manifest.warnings.length, 10);
});

test('__MSG_x__ is resolved by the default locale, whatever the case, with placeholders', () => {
  const messages = {
    appName: { message: 'Hello $WHO$, pay $$5', placeholders: { who: { content: 'World' } } },
  };
  const manifest = read(
    { ...required, name: '__MSG_APPNAME__!', description: '__MSG_gone__', default_locale: 'pt_BR' },
    { '_locales/pt_BR/messages.json': `/* c */ ${JSON.stringify(messages)}` },
  );
  assert.equal(manifest.name, 'Hello World, pay $5!');
  assert.equal(manifest.description, '__MSG_gone__');
  assert.match(manifest.warnings[0]?.message ?? '', /__MSG_gone__ is not in the messages/);
});

test('messages that would make gigabytes of a short text stay as they are', () => {
  const messages = {
    long: { message: 'x'.repeat(100_000) },
    nested: {
      message: '$long$'.repeat(100_000),
      placeholders: { long: { content: 'x'.repeat(100_000) } },
    },
  };
  const name = '__MSG_nested__';
  const description = '__MSG_long__'.repeat(10_000);
  const manifest = read(
    { ...required, name, description, default_locale: 'en' },
    { '_locales/en/messages.json': JSON.stringify(messages) },
  );
  assert.equal(manifest.name, name);
  assert.ok(
    manifest.description.startsWith('xxx') && manifest.description.endsWith('__MSG_long__'),
  );
  assert.ok(manifest.description.length < 2_000_000);
});

test('content scripts, background and resources are read with their defaults', () => {
  const manifest = read({
    ...required,
    background: { scripts: ['/lib/a.js', './b.js'], persistent: false },
    content_scripts: [
      { matches: ['https://a.test/*'], js: ['c.js'], run_at: 'document_start', world: 'MAIN' },
      { matches: ['https://b.test/*'], css: ['d.css'] },
    ],
    web_accessible_resources: ['img/*'],
    externally_connectable: { ids: ['*'], matches: ['https://*.c.test/*'] },
  });
  assert.deepEqual(manifest.background, {
    type: 'scripts',
    persistent: false,
    files: ['lib/a.js', 'b.js'],
  });
  assert.equal(manifest.contentScripts[0]?.world, 'MAIN');
  assert.equal(manifest.contentScripts[1]?.runAt, 'document_idle');
  assert.deepEqual(manifest.webAccessibleResources[0]?.resources, ['img/*']);
  assert.equal(manifest.webAccessibleResources[0]?.matches[0]?.breadth, 'all-urls');
  assert.deepEqual(manifest.externallyConnectable?.ids, ['*']);
});

test('a value is located by its path', () => {
  const manifest = read(
    '{\n  "manifest_version": 3, "name": "L", "version": "2",\n  "permissions": [\n    "tabs",\n    "cookies"\n  ]\n}',
  );
  assert.deepEqual(manifest.locate(['permissions', 1]), {
    file: 'manifest.json',
    line: 5,
    column: 5,
  });
  assert.deepEqual(manifest.locate(['permissions', 5]), {
    file: 'manifest.json',
    line: 3,
    column: 18,
  });
});
