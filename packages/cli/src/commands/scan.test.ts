import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ScanResult } from '@extaudit/engine';
import { runBinary } from '../run-binary.ts';

const storeFolder = join(
  dirname(fileURLToPath(import.meta.resolve('@tomjs/electron-devtools-files/package.json'))),
  'extensions',
);
const storeId = 'kmcfjchnmmaeeagadbhoofajiopoceel';
const storePackage = join(storeFolder, `${storeId}.crx`);

describe('extaudit scan', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'extaudit-scan-'));
    await writeExtension(join(folder, 'harmless'), {}, 'console.log("hello");');
    await writeExtension(
      join(folder, 'powerful'),
      { permissions: ['webRequest', 'cookies'], host_permissions: ['<all_urls>'] },
      'chrome.tabs.create({});',
    );
    await writeExtension(join(folder, 'broken'), {}, 'const = ;');
    await mkdir(join(folder, 'collection'));
    await copyFile(storePackage, join(folder, 'collection', 'store.crx'));
    await writeExtension(join(folder, 'collection', 'inner'), {}, 'console.log("inner");');
    await writeFile(join(folder, 'notes.txt'), 'This is no extension.');
  });
  after(() => rm(folder, { recursive: true }));

  it('0 and a text report that one can paste, without colour off a terminal', async () => {
    const { code, stdout, stderr } = await runBinary(['scan', 'harmless'], { cwd: folder });
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Sample harmless 4\.5\.6$/m);
    assert.match(stdout, /^ {2}clean, low risk, score 0 of 100$/m);
    assert.ok(!stdout.includes('\u001b'));
  });

  it('reports a package of the Chrome Web Store as signed by it, as JSON', async () => {
    const { code, stdout } = await runBinary(['scan', storePackage, '--format', 'json']);
    assert.ok(code === 0 || code === 3, String(code));
    const { schema_version, tool, results } = parseJson(stdout);
    assert.equal(schema_version, 1);
    assert.match(tool.ruleset_hash, /^[0-9a-f]{64}$/);
    const [result] = results;
    assert.ok(result && 'report' in result);
    assert.equal(result.extension_id, storeId);
    assert.equal(result.report.signature.signer, 'chrome-web-store');
    const sum = result.report.contributions.reduce((total, { points }) => total + points, 0);
    assert.equal(sum, result.report.risk_score);
  });

  it('says that the signature does not match when a byte was flipped', async () => {
    const bytes = await readFile(storePackage);
    const position = bytes.length - 5_000;
    bytes[position] = bytes[position]! ^ 1;
    const tampered = join(folder, 'tampered.crx');
    await writeFile(tampered, bytes);
    const { stdout } = await runBinary(['scan', tampered, '--verbose']);
    assert.match(stdout, /signature +does not match/);
    assert.match(stdout, /^ {2}suspicious, high risk, score \d+ of 100$/m);
    await rm(tampered);
  });

  it('audits each extension of a folder that is none itself', async () => {
    const { stdout } = await runBinary(['scan', 'collection', '-f', 'json'], { cwd: folder });
    assert.deepEqual(
      parseJson(stdout).results.map(({ target }) => target),
      [join('collection', 'inner'), join('collection', 'store.crx')],
    );
  });

  it('audits what the browsers of this machine have, and says what is missing without them', async () => {
    const home = { cwd: folder, env: { HOME: join(folder, 'home') } };
    const none = await runBinary(['scan'], home);
    assert.deepEqual([none.code, /use --installed/.test(none.stderr)], [64, true]);
    const empty = await runBinary(['scan', '--installed'], home);
    assert.match(empty.stderr, /no extension is installed/);
    const profile = join(folder, 'home/.config/chromium/Default/Extensions', 'p'.repeat(32));
    await mkdir(join(profile, '1.0_0'), { recursive: true });
    await writeExtension(join(profile, '1.0_0'), {}, 'console.log("installed");');
    const { code, stdout } = await runBinary(['scan', '--installed', '--format', 'json'], home);
    assert.equal(code, 0);
    assert.equal(parseJson(stdout).results.length, 1);
  });

  it('1 when a target cannot be audited, with the others audited all the same', async () => {
    const { code, stdout, stderr } = await runBinary(
      ['scan', 'notes.txt', 'harmless', 'absent', '--format', 'json'],
      { cwd: folder },
    );
    assert.equal(code, 1);
    const outcomes = parseJson(stdout).results.map((one) =>
      'error' in one ? one.error.code : one.name,
    );
    assert.equal(outcomes[1], 'Sample harmless');
    assert.equal(outcomes[2], 'not-found');
    assert.match(outcomes[0]!, /^[a-z-]+$/);
    assert.match(stderr, /notes\.txt/);
  });

  it('gives all targets in each form, and why one could not be audited', async () => {
    const scanAs = async (format: string) => {
      const run = ['scan', 'harmless', 'powerful', 'notes.txt', '--format', format];
      const { code, stdout } = await runBinary(run, { cwd: folder });
      assert.equal(code, 1, format);
      return stdout;
    };
    const [html, markdown] = [await scanAs('html'), await scanAs('markdown')];
    assert.equal(html.match(/<h1>/g)?.length, 3);
    assert.equal(markdown.match(/^# /gm)?.length, 3);
    assert.match(html, /<h1>Not audited: notes\.txt<\/h1>/);
    const summaries = (await scanAs('summary')).trim().split('\n');
    assert.deepEqual(
      summaries.map((line) => Object.keys(JSON.parse(line) as object)[0]),
      ['extension_id', 'extension_id', 'target'],
    );
    const [head, first, , last] = (await scanAs('csv')).split('\r\n');
    assert.match(head ?? '', /^target,extension_id,name,version,risk_score,risk_level,/);
    assert.match(first ?? '', /^harmless,[a-p]{32},Sample harmless,/);
    assert.match(last ?? '', /^notes\.txt,,,,,unknown,unknown,,,,,[^,]/);
  });

  it('2 when a condition holds, 0 when none does, each with a last line that says so', async () => {
    const conditions = {
      medium: 2,
      'class:malicious': 0,
      'finding:cookies-with-all-urls': 2,
      'finding:cookies-sent': 0,
      'capability:webRequest': 2,
      'capability:<all_urls>': 2,
      'capability:debugger': 0,
      'critical,capability:cookies': 2,
    };
    for (const [condition, expected] of Object.entries(conditions)) {
      const run = ['scan', 'powerful', '--fail-on', condition];
      const { code, stderr } = await runBinary(run, { cwd: folder });
      assert.equal(code, expected, condition);
      assert.match(
        stderr,
        expected === 2 ? /^extaudit: gate closed by .*$/m : /^extaudit: gate open for .*\n$/,
      );
    }
  });

  it('2 where the store of the profile would reject it, with the code, the place and the change', async () => {
    const run = ['scan', 'harmless', '--profile', 'firefox-amo', '--fail-on', 'rejection'];
    const { code, stdout, stderr } = await runBinary(run, { cwd: folder });
    assert.equal(code, 2);
    assert.match(stdout, /^ {2}ADDON_ID_REQUIRED {2}manifest\.json:1:1$/m);
    assert.match(stdout, /Smallest change: Add "browser_specific_settings"/);
    assert.match(
      stderr,
      /\nextaudit: gate closed by rejection: harmless would be rejected by addons\.mozilla\.org as ADDON_ID_REQUIRED: .*\n$/,
    );
  });

  it('closes at what is only asked for later as well', async () => {
    const later = join(folder, 'later');
    await writeExtension(later, { optional_permissions: ['debugger'] }, '');
    const { code, stderr } = await runBinary(['scan', later, '--fail-on', 'capability:debugger']);
    await rm(later, { recursive: true });
    assert.equal(code, 2);
    assert.match(stderr, /may ask for the permission "debugger" later\n$/);
  });

  it('3 when something could not be analysed', async () => {
    const { code, stdout } = await runBinary(['scan', 'broken'], { cwd: folder });
    assert.equal(code, 3);
    assert.match(stdout, /^ {2}incomplete, medium risk/m);
    assert.match(stdout, /What was not looked at\n +worker\.js/);
  });

  it('writes the result to a file with --output and nothing to standard output', async () => {
    const output = join(folder, 'result.sarif');
    const { code, stdout } = await runBinary(
      ['scan', 'harmless', '--format', 'sarif', '--output', output],
      { cwd: folder },
    );
    assert.deepEqual([code, stdout], [0, '']);
    const log = JSON.parse(await readFile(output, 'utf8')) as { version: string };
    assert.equal(log.version, '2.1.0');
  });

  it('writes SARIF with paths from the working folder, however the target is named', async () => {
    const { stdout } = await runBinary(['scan', join(folder, 'powerful'), '--format', 'sarif'], {
      cwd: folder,
    });
    const { runs } = JSON.parse(stdout) as {
      runs: [{ artifacts: { location: { uri: string } }[]; automationDetails: { id: string } }];
    };
    assert.deepEqual(runs[0].automationDetails, { id: 'extaudit/powerful/' });
    for (const { location } of runs[0].artifacts) assert.match(location.uri, /^powerful\//);
  });

  it('64 with a clear message for wrong options, 1 for a file that cannot be written', async () => {
    const runs = await Promise.all([
      runBinary(['scan', 'harmless', '--fail-on', 'awful'], { cwd: folder }),
      runBinary(['scan', 'harmless', '--jobs', '0'], { cwd: folder }),
      runBinary(['scan', 'harmless', '--output', '/absent/result'], { cwd: folder }),
      runBinary(['scan', 'harmless', '--fail-on', 'malicious'], { cwd: folder }),
      runBinary(['scan', 'harmless', '--fail-on', 'capability:debuger'], { cwd: folder }),
      runBinary(['scan', 'harmless', '--fail-on', 'finding:cookies-snt'], { cwd: folder }),
      runBinary(['scan', 'harmless', '--fail-on', 'new'], { cwd: folder }),
      runBinary(['scan', 'harmless', '--fail-on', 'class:clean'], { cwd: folder }),
      runBinary(['scan', 'harmless', '--write-baseline', 'harmless/manifest.json'], {
        cwd: folder,
      }),
    ]);
    assert.deepEqual(
      runs.map(({ code }) => code),
      [64, 64, 1, 64, 64, 64, 64, 64, 1],
    );
    assert.match(runs[0].stderr, /--fail-on.*Allowed are low, medium/s);
    assert.match(runs[1].stderr, /--jobs.*from 1 to 64/s);
    assert.match(runs[2].stderr, /--output \/absent\/result cannot be written/);
    assert.match(runs[3].stderr, /Did you mean class:malicious\?/);
    assert.match(runs[4].stderr, /Did you mean debugger\?/);
    assert.match(runs[5].stderr, /Did you mean cookies-sent\?/);
    assert.match(runs[6].stderr, /--fail-on new needs --baseline FILE/);
    assert.match(runs[7].stderr, /Allowed are .*malicious/);
    assert.match(runs[8].stderr, /manifest\.json is there already and is no baseline/);
  });

  it('is silent when the reader leaves early', async () => {
    const main = join(import.meta.dirname, '..', 'main.ts');
    const child = spawn(
      'bash',
      ['-c', 'set -o pipefail; "$0" scan "$1" --format json | head -c 400', main, storePackage],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let stderr = '';
    let stdout = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    await new Promise((resolve) => child.on('close', resolve));
    assert.equal(stdout.length, 400);
    assert.equal(stderr, '');
  });
});

interface JsonReport {
  readonly schema_version: number;
  readonly tool: { readonly ruleset_hash: string };
  readonly results: readonly ScanResult[];
}

function parseJson(text: string): JsonReport {
  return JSON.parse(text) as JsonReport;
}

async function writeExtension(folder: string, manifest: object, script: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const name = `Sample ${folder.split('/').at(-1)}`;
  const background = { service_worker: 'worker.js' };
  const text = JSON.stringify({
    manifest_version: 3,
    name,
    version: '4.5.6',
    background,
    ...manifest,
  });
  await writeFile(join(folder, 'manifest.json'), text);
  await writeFile(join(folder, 'worker.js'), script);
}
