import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sinkKinds, sourceKinds } from '../src/vocabulary.ts';
import { sinkSamples, sourceSamples } from './kind-samples.ts';

test('every kind of source has a sample, but messages between scripts, which are borders themselves', () => {
  const kinds = new Set(sourceSamples.map(({ kind }) => kind));
  assert.deepEqual([...kinds, 'internal-message'].sort(), [...sourceKinds].sort());
});

test('every kind of sink has a sample', () => {
  const kinds = new Set(sinkSamples.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), [...sinkKinds].sort());
});
