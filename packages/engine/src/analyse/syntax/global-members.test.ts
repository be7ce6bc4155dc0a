import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseSync } from 'oxc-parser';
import { nameGlobalMembers } from './global-members.ts';

function calleesOf(source: string): readonly string[] {
  const { program } = parseSync('a.js', source);
  nameGlobalMembers(program, source);
  return program.body.flatMap((statement) =>
    statement.type === 'ExpressionStatement' && statement.expression.type === 'CallExpression'
      ? statement.expression.callee.type
      : [],
  );
}

describe('members of the global object', () => {
  it('are names where the script writes them', () => {
    assert.deepEqual(calleesOf('self.send = f; self.send(1); window["send"](2)'), [
      'Identifier',
      'Identifier',
    ]);
  });

  it('stay members where the script only reads them', () => {
    assert.deepEqual(calleesOf('self.send(1)'), ['MemberExpression']);
  });

  it('stay members where the browser has one of the name', () => {
    assert.deepEqual(calleesOf('self.fetch = f; self.fetch(1)'), ['MemberExpression']);
  });

  for (const declaration of [
    'function inner(send) {}',
    'function inner({ a: [send] = [] }) {}',
    'try {} catch (send) {}',
    '{ let send = 5; }',
    'const inner = (...send) => 5;',
    'class send {}',
  ])
    it(`stay members where another variable has the name: ${declaration}`, () => {
      assert.deepEqual(calleesOf(`${declaration} self.send = f; self.send(1)`), [
        'MemberExpression',
      ]);
    });
});
