import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMailer } from '../../outbound/send-mail.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { startTestOpenid } from '../../testing/test-openid.ts';
import { startTestOpenidProvider } from '../../testing/test-openid-provider.ts';

const path = '/api/v1/auth/methods';

it('200 tells of the provider by its name', async () => {
  await using started = await startTestOpenid(await startTestOpenidProvider());
  const { body } = await started.app.send('GET', path);
  const openid = { name: 'Example SSO' };
  assert.deepEqual(body.data, { password: true, password_reset: false, openid });
});

it('200 tells that there is no provider, and whether a forgotten password can be set by mail', async () => {
  const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@example.org' });
  const app = await startTestApp({ services: { mailer, publicUrl: 'https://audit.example' } });
  const { body } = await app.send('GET', path);
  await app.close();
  assert.deepEqual(body.data, { password: true, password_reset: true, openid: null });
});
