import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { startTestApp, type TestAnswer, type TestApp } from '../../testing/test-app.ts';
import { joinAccount } from '../../testing/test-member.ts';
import {
  openidPath,
  signInAtProvider,
  startTestOpenid,
  visitProvider,
} from '../../testing/test-openid.ts';
import {
  startTestOpenidProvider,
  type TestOpenidProvider,
} from '../../testing/test-openid-provider.ts';
import { turnOnSecondFactor } from '../../testing/test-second-factor.ts';

const path = `${openidPath}/answer`;
const codeOf = ({ status, body }: TestAnswer) => [status, body['code']];
const cookieOf = ({ headers }: TestAnswer): string =>
  headers.getSetCookie()[0]?.split(';')[0] ?? '';

describe('POST /api/v1/auth/openid/answer', () => {
  let started: Awaited<ReturnType<typeof startTestOpenid>>;
  let app: TestApp;
  let provider: TestOpenidProvider;
  let owner: string;
  before(async () => {
    started = await startTestOpenid(await startTestOpenidProvider());
    ({ app, provider } = started);
    owner = await app.signIn();
  });
  after(() => started[Symbol.asyncDispose]());
  beforeEach(() => {
    provider.spoiled = {};
  });

  const person = (sub: string, email: string, more = {}) => {
    provider.person = { sub, email, email_verified: true, ...more };
  };
  const lastEntries = async (count: number) => {
    const { body } = await app.send('GET', '/api/v1/account/audit-trail', { cookie: owner });
    const entries = body.result as unknown as readonly {
      readonly action: string;
      readonly details: object;
      readonly subject: { readonly name: string };
    }[];
    return entries.slice(0, count).map(({ action, subject: { name } }) => `${action} ${name}`);
  };

  it('200 signs a member in by a verified address, without the code of a second factor', async () => {
    const ada = await joinAccount(app, owner, { email: 'ada@example.org', role: 'analyst' });
    await turnOnSecondFactor(app, ada.cookie, ada.password);
    person('ada', 'Ada@Example.org');
    const answer = await signInAtProvider(app, provider);
    assert.equal(answer.status, 200, answer.body.error);
    const session = await app.send('GET', '/api/v1/auth/session', { cookie: cookieOf(answer) });
    assert.deepEqual(
      [session.body.data['email'], session.body.data['role']],
      [ada.email, 'analyst'],
    );
    // Of one moment, so that neither is the first.
    const entries = new Set(await lastEntries(2));
    assert.deepEqual(
      entries,
      new Set(['sign_in ada@example.org', 'identity_linked ada@example.org']),
    );
  });

  it('200 knows the member by the subject from then on, whatever the address is', async () => {
    const { memberId } = await joinAccount(app, owner, { email: 'bo@example.org', role: 'viewer' });
    person('bo', 'bo@example.org');
    assert.equal((await signInAtProvider(app, provider)).status, 200);
    person('bo', 'bo.married@example.org', { email_verified: false });
    const { status, body } = await signInAtProvider(app, provider);
    assert.deepEqual([status, body.data['member_id']], [200, memberId]);
  });

  it('200 counts as accepting an invitation, which is good no more', async () => {
    const json = { email: 'cy@example.org', role: 'viewer' };
    const members = '/api/v1/account/members';
    const invited = await app.send('POST', members, { cookie: owner, json });
    person('cy', json.email);
    const signedIn = await signInAtProvider(app, provider);
    assert.equal(signedIn.status, 200);
    const code = String(invited.body.data['invitation_code']);
    const late = { code, password: 'of somebody who found the code' };
    assert.equal((await app.send('POST', '/api/v1/auth/invitation', { json: late })).status, 403);
    const again = await app.send('POST', members, { cookie: owner, json });
    assert.deepEqual(codeOf(again), [409, 'member_exists']);
    const change = { current_password: 'x', new_password: 'a new pass phrase of mine' };
    const cookie = cookieOf(signedIn);
    const changed = await app.send('POST', '/api/v1/auth/password', { cookie, json: change });
    assert.match(changed.body.error, /you have no password here/);
  });

  it('200 is good for twelve hours, however much it is used', async () => {
    person('bo', 'bo@example.org');
    const cookie = cookieOf(await signInAtProvider(app, provider));
    const session = () => app.send('GET', '/api/v1/auth/session', { cookie });
    app.clock.skipSeconds += 11 * 3_600;
    assert.equal((await session()).status, 200);
    app.clock.skipSeconds += 3_601;
    assert.equal((await session()).status, 401);
    app.clock.skipSeconds = 0;
  });

  it('403 for who is no member, and nothing is made', async () => {
    person('dee', 'dee@example.org');
    const answer = await signInAtProvider(app, provider);
    assert.deepEqual(codeOf(answer), [403, 'not_a_member']);
    assert.match(answer.body.error, /ask an owner to invite you/);
  });

  it('403 for an address that is not verified, although a member has it', async () => {
    for (const email_verified of [false, undefined, 'true']) {
      person('eve', app.owner.email, { email_verified });
      const answer = await signInAtProvider(app, provider);
      assert.deepEqual(codeOf(answer), [403, 'email_not_verified'], String(email_verified));
    }
  });

  it('403 for an address that is verified only where another one stands', async () => {
    person('eve', app.owner.email, { email_verified: false });
    provider.spoiled = { claims: { email: undefined, email_verified: true } };
    assert.deepEqual(codeOf(await signInAtProvider(app, provider)), [403, 'email_not_verified']);
  });

  it("403 for an address whose Kelvin sign only seems to be a member's letter", async () => {
    await joinAccount(app, owner, { email: 'mark@example.org', role: 'analyst' });
    person('eve', 'mar\u212A@example.org');
    assert.deepEqual(codeOf(await signInAtProvider(app, provider)), [403, 'not_a_member']);
  });

  it('403 for names and addresses that nobody can have', async () => {
    for (const email of [
      `${app.owner.email}\0`,
      '\ud800@example.org',
      `${'a'.repeat(300)}@x.org`,
    ]) {
      person('eve', email);
      const answer = await signInAtProvider(app, provider);
      assert.deepEqual(codeOf(answer), [403, 'email_not_verified'], answer.body.error);
    }
    for (const sub of ['a\0b', 'a'.repeat(256), 'jö']) {
      person(sub, app.owner.email);
      const answer = await signInAtProvider(app, provider);
      assert.deepEqual(codeOf(answer), [403, 'openid_untrusted']);
      assert.match(answer.body.error, /"sub" is not 1 to 255 characters of ASCII/);
    }
  });

  it('403 for the address of a member who is another person there, told in the audit trail', async () => {
    await joinAccount(app, owner, { email: 'fay@example.org', role: 'viewer' });
    person('fay', 'fay@example.org');
    assert.equal((await signInAtProvider(app, provider)).status, 200);
    person('fay-the-second', 'fay@example.org');
    assert.deepEqual(codeOf(await signInAtProvider(app, provider)), [403, 'not_a_member']);
    assert.deepEqual(await lastEntries(1), ['sign_in_failed fay@example.org']);
  });

  it('403 for an answer that is used again, in another browser, or late', async () => {
    person('bo', 'bo@example.org');
    const used = await visitProvider(app, provider);
    const finish = (query: string, cookie: string) =>
      app.send('POST', path, { cookie, json: { query } });
    assert.equal((await finish(used.query, used.cookie)).status, 200);
    const ended = [403, 'openid_attempt_ended'];
    assert.deepEqual(codeOf(await finish(used.query, used.cookie)), ended);
    const [mine, theirs] = [await visitProvider(app, provider), await visitProvider(app, provider)];
    assert.deepEqual(codeOf(await finish(theirs.query, mine.cookie)), ended);
    assert.deepEqual(codeOf(await finish(theirs.query, 'sign_in_attempt=x')), ended);
    assert.deepEqual(codeOf(await finish(theirs.query, '')), ended);
    app.clock.skipSeconds += 601;
    assert.deepEqual(codeOf(await finish(theirs.query, theirs.cookie)), ended);
    app.clock.skipSeconds = 0;
  });

  it('403 for an answer that cannot be trusted, or a refusal of the provider', async () => {
    person('bo', 'bo@example.org');
    provider.spoiled = { claims: { nonce: 'of another attempt' } };
    const forged = await signInAtProvider(app, provider);
    assert.deepEqual(codeOf(forged), [403, 'openid_untrusted']);
    assert.match(forged.body.error, /^the answer of Example SSO cannot be trusted: /);
    provider.spoiled = { back: (query) => query.set('error', 'access_denied') };
    const cancelled = await signInAtProvider(app, provider);
    assert.deepEqual(codeOf(cancelled), [403, 'openid_refused']);
    assert.match(cancelled.body.error, /^Example SSO: signing in was cancelled/);
  });

  it('503 where the provider is away', async () => {
    person('bo', 'bo@example.org');
    const visited = await visitProvider(app, provider);
    provider.spoiled = { answer: { '/token': (response) => response.destroy() } };
    const { query, cookie } = visited;
    const answer = await app.send('POST', path, { cookie, json: { query } });
    assert.deepEqual(codeOf(answer), [503, 'openid_unavailable']);
  });

  it('404 where OpenID Connect is not set up', async () => {
    const other = await startTestApp();
    const answer = await other.send('POST', path, { json: { query: 'code=x&state=y' } });
    await other.close();
    assert.deepEqual(codeOf(answer), [404, 'openid_not_configured']);
  });
});

describe('groups of the provider', () => {
  const roles = new Map([
    ['security', 'owner'],
    ['soc', 'analyst'],
  ] as const);
  let started: Awaited<ReturnType<typeof startTestOpenid>>;
  before(async () => {
    started = await startTestOpenid(await startTestOpenidProvider(), { roles });
  });
  after(() => started[Symbol.asyncDispose]());

  async function signIn(sub: string, groups: unknown): Promise<TestAnswer> {
    const { app, provider } = started;
    provider.person = { sub, email: `${sub}@example.org`, email_verified: true, groups };
    return signInAtProvider(app, provider);
  }

  it('let who is new join the only account, with the highest role that they give', async () => {
    const { status, body } = await signIn('gus', ['staff', 'soc', 'security']);
    assert.deepEqual([status, body.data['role']], [200, 'owner']);
  });

  it('give the role of today at each sign-in', async () => {
    assert.equal((await signIn('gus', 'soc')).body.data['role'], 'analyst');
    assert.equal((await signIn('gus', ['security'])).body.data['role'], 'owner');
  });

  it('leave the last owner what they are', async () => {
    const { body } = await signIn('grace', ['soc']);
    assert.equal(body.data['role'], 'analyst');
    assert.equal((await signIn('gus', ['soc'])).body.data['role'], 'owner');
  });

  it('keep out who has none of them, members included', async () => {
    for (const groups of [['staff'], [], undefined, { soc: true }, [{ toString: 'soc' }]]) {
      assert.deepEqual(codeOf(await signIn('gus', groups)), [403, 'not_a_member']);
    }
  });

  it('let nobody join where there are several accounts', async () => {
    await started.app.signIn();
    assert.deepEqual(codeOf(await signIn('hal', ['soc'])), [403, 'not_a_member']);
  });
});
