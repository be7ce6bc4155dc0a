import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../testing/test-app.ts';
import { insertTestExtension } from '../testing/test-catalogue.ts';
import { withTestDatabase } from '../testing/test-database.ts';

test('lists, searches and exports of the catalogue are read where DATABASE_READ_URL says, all else is not', async () => {
  await withTestDatabase(async ({ db: lists }) => {
    const app = await startTestApp({ services: { lists } });
    try {
      const id = 'p'.repeat(32);
      await insertTestExtension(lists, { extension_id: id, name: 'Ebb' });
      const cookie = await app.signIn();
      for (const path of [
        '/api/v1/extensions',
        '/api/v1/search?q=ebb',
        `/api/v1/extensions/${id}/reviews`,
      ]) {
        const { status, body } = await app.send('GET', path, { cookie });
        assert.equal(status, 200, path);
        if (!path.endsWith('reviews')) assert.equal(body['total_count'], 1, path);
      }
      const text = await fetch(`${app.url}/api/v1/extensions?format=csv`, { headers: { cookie } });
      assert.match(await text.text(), /Ebb/);
      assert.equal((await app.send('GET', `/api/v1/extensions/${id}`, { cookie })).status, 404);
    } finally {
      await app.close();
    }
  });
});
