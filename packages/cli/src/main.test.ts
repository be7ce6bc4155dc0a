import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import packageJson from '../package.json' with { type: 'json' };
import { runBinary } from './run-binary.ts';

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

  it('names an unknown command, suggests one, and ends with 1', async () => {
    const { code, stdout, stderr } = await runBinary(['scam']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /unknown command 'scam'/);
    assert.match(stderr, /Did you mean scan\?/);
  });

  it('names an unknown option and ends with 1', async () => {
    const { code, stdout, stderr } = await runBinary(['scan', 'x', '--formt', 'json']);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /unknown option '--formt'/);
  });

  it('shows its help on standard error and ends with 1 when nothing is asked', async () => {
    const { code, stdout, stderr } = await runBinary([]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /Usage: extaudit/);
  });
});
