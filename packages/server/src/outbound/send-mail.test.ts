import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { startTestMailServer } from '../testing/test-mail-server.ts';
import { createMailer } from './send-mail.ts';

const mail = {
  id: '0199a1b2-0000-7000-8000-000000000001',
  to: ['ada@example.org', 'grace@example.org'],
  subject: 'Changed (high): Nötes 1.0 → 2.0',
  text: 'It reads mail.\n',
};
const from = 'extaudit <extaudit@example.org>';

test('a letter arrives as it was written, at everybody, with an id that stays', async () => {
  await using server = await startTestMailServer();
  const mailer = createMailer({ smtpUrl: server.url, from });
  const { delivered, status, problem } = await mailer.send(mail);
  assert.deepEqual([delivered, status, problem], [true, 250, undefined]);
  const [letter] = server.letters;
  assert.ok(letter);
  assert.deepEqual([letter.from, letter.to], ['extaudit@example.org', mail.to]);
  assert.match(letter.raw, /^Message-ID: <0199a1b2-0000-7000-8000-000000000001@example\.org>\r$/m);
  assert.match(letter.raw, /^Auto-Submitted: auto-generated\r$/m);
  assert.match(letter.raw, /\r\n\r\nIt reads mail\.\r\n$/);
});

test('a subject of an author cannot add a header', async () => {
  await using server = await startTestMailServer();
  const mailer = createMailer({ smtpUrl: server.url, from });
  await mailer.send({ ...mail, subject: 'Notes\r\nBcc: eve@example.org' });
  const [letter] = server.letters;
  assert.deepEqual(letter?.to, mail.to);
  assert.doesNotMatch(letter?.raw ?? '', /^Bcc:/m);
});

test('a refusal is told with its number, and nothing is rejected', async () => {
  await using server = await startTestMailServer({ refuse: 'grace@example.org' });
  const mailer = createMailer({ smtpUrl: server.url, from });
  const { delivered, status, problem } = await mailer.send({ ...mail, to: ['grace@example.org'] });
  assert.deepEqual([delivered, status], [false, 550]);
  assert.equal(problem, 'the mail server answered 550');
});

test('a server that says nothing, or is not there, ends the attempt in time', async (t) => {
  const silent = createServer().listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const late = await createMailer({ smtpUrl, from, secondsMax: 0.2 }).send(mail);
  assert.match(late.problem ?? '', /took more than 0.2 s/);
  const gone = await createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from }).send(mail);
  assert.match(gone.problem ?? '', /the mail server could not be used/);
});
