import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { analyse } from '../analyse/analyse.ts';
import type { Facts } from '../analyse/facts/facts.ts';
import { modelExtension } from '../model/model-extension.ts';
import { unpack } from '../unpack/unpack.ts';
import { factBases } from './asked-facts.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/rules');

test('facts that do not rest on code are the same where no script is parsed', async () => {
  const keys = Object.keys(factBases) as (keyof Facts)[];
  const others = keys.filter((key) => !factBases[key].includes('code') && key !== 'limited');
  const changed = new Set<string>();
  for (const manifest of globSync('*/*/flags-*/manifest.json', { cwd: fixtures })) {
    const path = join(fixtures, dirname(manifest));
    const extension = modelExtension(await unpack({ kind: 'directory', path }));
    const whole = analyse(extension);
    const unread = analyse(extension, { withoutScripts: 'for the test' });
    for (const key of others) if (!isDeepStrictEqual(whole[key], unread[key])) changed.add(key);
  }
  assert.deepEqual([...changed], []);
});
