import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './client-network.ts';

test('an IPv4 address counts for itself, however it is written', () => {
  assert.equal(networkOf('203.0.113.9'), '203.0.113.9');
  assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9');
  assert.equal(networkOf('::FFFF:203.0.113.9'), '203.0.113.9');
});

test('all IPv6 addresses of one /64 count together, and others apart', () => {
  for (const address of ['2001:db8:0:7::1', '2001:0DB8::7:1:2:3:4', '2001:db8:0:7:ffff:1:2:3']) {
    assert.equal(networkOf(address), '2001:db8:0:7::/64', address);
  }
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('64:ff9b::192.0.2.1'), '64:ff9b:0:0::/64');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
});

test('what is no address counts together, however long', () => {
  assert.equal(networkOf('x'.repeat(10_000)), 'unknown');
  assert.equal(networkOf(''), 'unknown');
});
