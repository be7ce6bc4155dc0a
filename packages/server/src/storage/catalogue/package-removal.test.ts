import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { withTestDatabase } from '../../testing/test-database.ts';
import { backupLock } from './package-lock.ts';
import { removeAllUnusedBytes } from './package-removal.ts';
import { openPackageFolder } from './package-store.ts';

test('bytes that nobody needs stay while a backup is made, and go after it (row 49)', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-removal-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await withTestDatabase(async ({ db, url }) => {
    const packages = openPackageFolder(folder);
    const received = await packages.receive(bytesOf('package'));
    await received.keep();
    const { sha256, sizeBytes } = received;
    await db
      .insertInto('package')
      .values({ sha256, size_bytes: sizeBytes, format: 'zip' })
      .execute();
    const backup = new Client({ connectionString: url });
    await backup.connect();
    await backup.query('SELECT pg_advisory_lock($1)', [backupLock]);
    await removeAllUnusedBytes(db, packages);
    assert.equal(await packages.isIntact(sha256), true);
    await backup.query('SELECT pg_advisory_unlock($1)', [backupLock]);
    await backup.end();
    await removeAllUnusedBytes(db, packages);
    assert.equal(await packages.isIntact(sha256), false);
  });
});

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
