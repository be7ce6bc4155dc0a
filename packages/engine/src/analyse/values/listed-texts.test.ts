import assert from 'node:assert/strict';
import { it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

const own = '0x52908400098527886E0F7030069857D2E4169EE7';

it('functions that each return what eight others return are left after so many steps', () => {
  const calls = (level: number): string =>
    Array.from({ length: 8 }, (_, at) => `if (k === ${at}) return f${level}(${at});`).join(' ');
  const levels = Array.from({ length: 9 }, (_, at) => `function f${at}(k) { ${calls(at + 1)} }`);
  const last = `function f9() { return document.title; } node.textContent = f0(1); other.data = own;`;
  const { placedAccounts } = factsOf(`const own = '${own}'; ${levels.join(' ')} ${last}`);
  assert.deepEqual(
    placedAccounts.map(({ texts }) => texts),
    [[], [own]],
  );
});
