import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createOwner } from '../../domain/auth/create-owner.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { createSecretBox, openSecretBox } from '../database/secret-box.ts';
import { hasSealedSecret } from './sealed-secret.ts';
import { putSecondFactor } from './second-factor.ts';

test('a missing key stops the start where nothing but a second factor is sealed with it, and makes none anew', async () => {
  await using folder = await temporaryFolder();
  await withTestDatabase(async ({ db }) => {
    const keyFile = join(folder.path, 'secrets.key');
    const open = () => openSecretBox(keyFile, () => hasSealedSecret(db));
    const owner = { email: 'ada@example.org', password: 'analytical engine no. 1' };
    const { memberId } = await createOwner(db, owner);
    assert.equal(await hasSealedSecret(db), false);
    const sealedSecret = createSecretBox(Buffer.alloc(32, 7)).seal('JBSWY3DPEHPK3PXP', memberId);
    const factor = { memberId, sealedSecret };
    await db.transaction().execute((trx) => putSecondFactor(trx, factor, new Date()));
    await assert.rejects(open());
    assert.equal(existsSync(keyFile), false);
  });
});
