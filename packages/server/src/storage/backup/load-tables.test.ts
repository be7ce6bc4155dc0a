import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createTestOwner } from '../../testing/test-owner.ts';
import { hasAccount } from '../account/account.ts';
import { loadTables } from './load-tables.ts';

test('what was written while a restore began is not deleted by it', async () => {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const manifest = {
      schemaVersion: 1,
      madeAt: '2031-02-03T04:05:06.000Z',
      migrations: [],
      tables: [],
      sequences: [],
      packages: [],
      missingPackages: [],
      hasSealedSecrets: false,
    } as const;
    await createTestOwner(database.db, 'meanwhile@example.org');
    await assert.rejects(loadTables(client, manifest, '/nowhere'), /the database is in use/);
    assert.equal(await hasAccount(database.db), true);
  } finally {
    await client.end();
    await database.close();
  }
});
