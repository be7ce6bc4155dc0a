import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { suite, test } from 'node:test';

const script = join(import.meta.dirname, '../scripts/create-rule.ts');

suite('create-rule', () => {
  test('--help shows the usage and an example', () => {
    const { status, stdout } = createRule('--help');
    assert.equal(status, 0);
    assert.match(stdout, /^Usage: npm run create-rule -- <category> <id>/);
    assert.match(stdout, /^Example: /m);
  });

  const refused: readonly (readonly [why: string, argv: readonly string[], message: RegExp])[] = [
    ['nothing', [], /expected a category and an id/],
    ['an unknown category', ['cookies', 'some-rule'], /"cookies" is no category; choose one of/],
    ['an id that is no kebab-case', ['network', 'Some_Rule'], /"Some_Rule" is no rule id/],
    ['a path as id', ['network', '../escape'], /"\.\.\/escape" is no rule id/],
    [
      'an id taken in another category',
      ['network', 'debugger-permission'],
      /is taken by .*permissions\/debugger-permission\.ts/,
    ],
  ];
  for (const [why, argv, message] of refused) {
    test(`refuses ${why} and writes nothing`, () => {
      const { status, stdout, stderr } = createRule(...argv);
      assert.equal(status, 1);
      assert.match(stderr, message);
      assert.equal(stdout, '');
    });
  }
});

function createRule(...argv: readonly string[]) {
  return spawnSync(process.execPath, [script, ...argv], { encoding: 'utf8' });
}
