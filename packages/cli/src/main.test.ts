import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import packageJson from '../package.json' with { type: 'json' };
import { builtCommand } from '../../../scripts/packages/built-command.ts';
import { runBinary } from './run-binary.ts';

const { program } = await builtCommand();
/** As it stands in a checkout, for the service's Node.js. */
const sourceProgram = join(import.meta.dirname, '..', 'extaudit.js');

describe('extaudit', () => {
  it('prints its version on standard output', async () => {
    const expected = { code: 0, stdout: `${packageJson.version}\n`, stderr: '' };
    assert.deepEqual(await runBinary(['--version']), expected);
  });

  it('prints help with commands, exit codes and examples', async () => {
    const { code, stdout } = await runBinary(['--help']);
    assert.equal(code, 0);
    for (const part of ['scan', 'permhash', 'rules', 'Exit codes', 'Examples:']) {
      assert.ok(stdout.includes(part), part);
    }
  });

  for (const command of [['scan'], ['permhash'], ['rules'], ['rules', 'explain']]) {
    it(`prints help with an example for ${command.join(' ')}`, async () => {
      const { code, stdout } = await runBinary([...command, '--help']);
      assert.equal(code, 0);
      assert.match(stdout, /Examples?:\n {2}\$ extaudit /);
    });
  }

  it('names an unknown command, suggests one, and ends with 64', async () => {
    const { code, stdout, stderr } = await runBinary(['scam']);
    assert.deepEqual([code, stdout], [64, '']);
    assert.match(stderr, /unknown command 'scam'/);
    assert.match(stderr, /Did you mean scan\?/);
  });

  it('names an unknown option and ends with 64', async () => {
    const { code, stdout, stderr } = await runBinary(['scan', 'x', '--formt', 'json']);
    assert.deepEqual([code, stdout], [64, '']);
    assert.match(stderr, /unknown option '--formt'/);
  });

  it('says in one sentence that Node.js is too old, and ends with 1 (row 48)', () => {
    const pretence = 'Object.defineProperty(process, "version", { value: "v22.17.0" })';
    const runs = [
      runProgram(process.execPath, ['--import', `data:text/javascript,${pretence}`]),
      // Where the machine has one, an old one itself.
      ...oldNodes().map((node) => runProgram(node, [])),
    ];
    for (const { code, stdout, stderr } of runs) {
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /^extaudit: Node\.js v\d\S+ \(.+\) is too old: .*Node\.js 24 or newer.*\n$/,
      );
    }
  });

  for (const [redirection, code, stderr] of [
    ['>/dev/full', 1, /^extaudit: standard output cannot be written: ENOSPC: [^\n]*\n$/],
    ['>/dev/full 2>/dev/full', 1, /^$/],
    ['| true; exit "${PIPESTATUS[0]}"', 0, /^$/],
  ] as const) {
    it(`ends with ${code} and without a stack: extaudit rules ${redirection} (row 33)`, () => {
      const command = `"$0" rules ${redirection}`;
      const run = spawnSync('bash', ['-c', command, program], { encoding: 'utf8' });
      assert.match(run.stderr, stderr);
      assert.equal(run.status, code);
    });
  }

  it('shows its help on standard error and ends with 64 when nothing is asked', async () => {
    const { code, stdout, stderr } = await runBinary([]);
    assert.deepEqual([code, stdout], [64, '']);
    assert.match(stderr, /Usage: extaudit/);
  });
});

function runProgram(node: string, options: readonly string[]) {
  const { status: code, ...output } = spawnSync(node, [...options, sourceProgram, '--version'], {
    encoding: 'utf8',
  });
  return { code, ...output };
}

/** Those of the search path that are older than what the command needs. */
function oldNodes(): string[] {
  const folders = process.env['PATH']?.split(delimiter) ?? [];
  return folders
    .map((folder) => join(folder, 'node'))
    .filter((node) => {
      try {
        accessSync(node, constants.X_OK);
        return (
          Number(/\d+/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[0]) < 24
        );
      } catch {
        return false;
      }
    });
}
