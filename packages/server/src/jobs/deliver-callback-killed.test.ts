import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { service } from '../domain/trail/actor.ts';
import { createOwner } from '../domain/auth/create-owner.ts';
import { requestCallback } from '../domain/analysis/request-callback.ts';
import { rotateWebhookSecret } from '../domain/account/webhook-secret.ts';
import { findAnalysis } from '../storage/analysis/analysis.ts';
import { accountsOf } from '../storage/database/account-tables.ts';
import { openQueue } from '../storage/database/queue.ts';
import { openSecretBox } from '../storage/database/secret-box.ts';
import { startServiceProcess } from '../testing/service-process.ts';
import { insertTestAnalysis, insertTestExtension } from '../testing/test-catalogue.ts';
import { withTestDatabase } from '../testing/test-database.ts';
import { startTestReceiver, verifiesSpecification } from '../testing/test-receiver.ts';
import { queueSettings } from './index.ts';

test('a worker killed after the receiver took a callback: delivered again, same id, same bytes (row 10)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-callback-'));
  try {
    await withTestDatabase(async ({ db, url }) => {
      const queue = await openQueue(url, queueSettings());
      const secrets = await openSecretBox(join(folder, 'secrets.key'));
      const owner = { email: 'joan@example.org', password: 'nineteen hundred and seventeen' };
      const { accountId } = await createOwner(db, owner);
      const { secret } = await rotateWebhookSecret({ db, secrets }, accountId, service, new Date());
      const { versionId } = await insertTestExtension(db, { extension_id: 'k'.repeat(32) });
      const ended = { state: 'failed', reason: 'the package is gone' } as const;
      const analysis = await findAnalysis(db, await insertTestAnalysis(db, versionId, ended));
      assert.ok(analysis);

      const env = {
        DATABASE_URL: url,
        EXTAUDIT_DATA_DIR: folder,
        EXTAUDIT_ROLE: 'worker',
        EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.1',
      };
      await using receiver = await startTestReceiver();
      await using victim = startServiceProcess(env);
      await victim.line(/worker is running/);
      receiver.onRequest = () => victim.end('SIGKILL');
      await requestCallback({ db, queue }, analysis, { accountId, url: receiver.url });
      await receiver.until(1);
      receiver.onRequest = () => Promise.resolve();
      await using heir = startServiceProcess(env);
      const [first, again] = await receiver.until(2);
      assert.ok(first && again);
      assert.deepEqual(again.body, first.body);
      assert.equal(again.headers['webhook-id'], first.headers['webhook-id']);
      assert.ok(verifiesSpecification(again, secret));

      const callbacks = accountsOf(db).selectFrom('callback').select(['state', 'attempts']);
      for (let wait = 0; wait < 600; wait += 1) {
        if ((await callbacks.executeTakeFirst())?.state === 'delivered') break;
        await sleep(50);
      }
      assert.deepEqual(await callbacks.execute(), [{ state: 'delivered', attempts: 1 }]);
      assert.equal(await heir.end('SIGTERM'), 0);
      assert.equal(receiver.received.length, 2);
      await queue.close(1);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
