import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMailer } from '../outbound/send-mail.ts';
import type { TestApp } from './test-app.ts';
import type { TestMailServer } from './test-mail-server.ts';

export const testPublicUrl = 'https://audit.example';

/** What a service needs that sends mail to this server. */
export function mailServices({ url }: TestMailServer) {
  const mailer = createMailer({ smtpUrl: url, from: 'extaudit@example.org' });
  return { mailer, publicUrl: testPublicUrl };
}

/** Asks for a new password by mail. @returns the code of the link in the letter */
export async function askForReset(
  app: TestApp,
  server: TestMailServer,
  email: string,
): Promise<string> {
  const earlier = server.letters.length;
  const answer = await app.send('POST', '/api/v1/auth/password-reset', { json: { email } });
  assert.equal(answer.status, 202, answer.body.error);
  const { to, raw } = await letterOf(server, earlier);
  assert.deepEqual(to, [email.toLowerCase()]);
  return resetCodeIn(raw);
}

/** Waits for it. @param index from 0 */
export async function letterOf(
  { letters }: TestMailServer,
  index: number,
): Promise<TestMailServer['letters'][number]> {
  for (let wait = 0; wait < 1_200 && letters.length <= index; wait += 1) await sleep(50);
  const letter = letters[index];
  assert.ok(letter, `only ${letters.length} letters came`);
  return letter;
}

/** @param raw as quoted-printable text, which breaks lines and writes `=` as `=3D` */
export function resetCodeIn(raw: string): string {
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const link = /^https:\/\/audit\.example\/password-reset\?code=([\w-]{32})\r?$/m.exec(text);
  assert.ok(link?.[1], text);
  return link[1];
}
