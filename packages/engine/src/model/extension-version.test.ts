import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareExtensionVersions, isExtensionVersion } from './extension-version.ts';

test('versions are compared number by number, and not as texts', () => {
  const versions = ['1.10', '1.9.1', '1', '1.9', '2.0.0.1', '1.0.0.0', '2'];
  assert.deepEqual(versions.toSorted(compareExtensionVersions), [
    '1',
    '1.0.0.0',
    '1.9',
    '1.9.1',
    '1.10',
    '2',
    '2.0.0.1',
  ]);
  assert.equal(compareExtensionVersions('3.2', '3.2.0.0'), 0);
  assert.ok(compareExtensionVersions('1.x', '1.1') < 0);
});

test('a version is one to four numbers of 32 bits', () => {
  for (const version of ['0', '0.1', '1.02', '1.2.3.4', '4294967295'])
    assert.ok(isExtensionVersion(version), version);
  for (const text of [
    '',
    '1.',
    '.1',
    '1.2.3.4.5',
    '-1',
    '1e3',
    '01.2',
    '1.2b',
    '4294967296',
    ' 1',
    '１',
  ])
    assert.ok(!isExtensionVersion(text), text);
});
