import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startTestApp } from '../../testing/test-app.ts';
import { secondFactorPath, turnOnSecondFactor } from '../../testing/test-second-factor.ts';

it('200 tells whether the own second factor is on, never the secret', async () => {
  const app = await startTestApp();
  try {
    const [cookie, other] = [await app.signIn(), await app.signIn()];
    const read = async (who: string) =>
      (await app.send('GET', secondFactorPath, { cookie: who })).body.data;
    const off = { enabled: false, enabled_at: null, recovery_codes_left: 0 };
    assert.deepEqual(await read(cookie), off);
    await turnOnSecondFactor(app, cookie);
    const { enabled_at, ...on } = await read(cookie);
    assert.deepEqual(on, { enabled: true, recovery_codes_left: 10 });
    assert.ok(Math.abs(Date.parse(String(enabled_at)) - app.services.now().getTime()) < 60_000);
    assert.deepEqual(await read(other), off);
  } finally {
    await app.close();
  }
});
