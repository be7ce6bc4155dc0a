import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { createWebhookSecret, signatureHeaders } from './sign.ts';

const message = {
  id: 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W',
  timestamp: new Date(1_674_087_231_987),
  body: Buffer.from('{"event_type":"ping","data":{"success":true}}'),
};

test('X-Signature is the hex HMAC of the raw body with the secret as it is written', () => {
  const secret = 'my own secret, äöü';
  const expected = createHmac('sha256', secret).update(message.body).digest('hex');
  assert.equal(signatureHeaders(message, [secret])['x-signature'], `sha256=${expected}`);
});

test('webhook-signature is the one that the Standard Webhooks specification computes', () => {
  // The example of its reference libraries.
  const example = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: new Date(1_614_265_330_000),
    body: Buffer.from('{"test": 2432232314}'),
  };
  const headers = signatureHeaders(example, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']);
  assert.equal(headers['webhook-id'], 'msg_p5jXN8AQM9LWM0D4loKWxJek');
  assert.equal(headers['webhook-timestamp'], '1614265330');
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('each secret of a rotation has a signature of its own, the new one first', () => {
  const [current, old] = [createWebhookSecret(), createWebhookSecret()];
  const both = signatureHeaders(message, [current, old])['webhook-signature']?.split(' ');
  const alone = [current, old].map(
    (secret) => signatureHeaders(message, [secret])['webhook-signature'],
  );
  assert.deepEqual(both, alone);
});

test('a made secret holds 256 bits and never the same ones', () => {
  const [one, other] = [createWebhookSecret(), createWebhookSecret()];
  assert.match(one, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.notEqual(one, other);
});
