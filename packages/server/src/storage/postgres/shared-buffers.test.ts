import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedBuffers } from './shared-buffers.ts';

const gibibyte = 2 ** 30;

test('PostgreSQL has an eighth of the memory for its buffers, from 128 MB to 1 GB, of the container where one has less', () => {
  assert.equal(sharedBuffers(4 * gibibyte, 0), '512MB');
  assert.equal(sharedBuffers(0.5 * gibibyte, 0), '128MB');
  assert.equal(sharedBuffers(64 * gibibyte, 0), '1024MB');
  assert.equal(sharedBuffers(64 * gibibyte, 2 * gibibyte), '256MB');
  // What Linux tells where there is no limit.
  assert.equal(sharedBuffers(4 * gibibyte, 2 ** 63), '512MB');
});
