import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startTestApp } from '../testing/test-app.ts';
import { type Provenance, refuseCrossSite } from './cross-site.ts';

const request: Provenance = {
  method: 'POST',
  fetchSite: undefined,
  origin: undefined,
  host: 'audit.example.org:8443',
  authorization: undefined,
};

describe('a request that changes something', () => {
  it('is let through from the same origin, from no page, and from no browser', () => {
    const own = [
      {},
      { fetchSite: 'same-origin', origin: 'https://audit.example.org:8443' },
      { fetchSite: 'none' },
      { origin: 'https://audit.example.org:8443' },
      { origin: 'https://AUDIT.example.org:8443', host: 'Audit.Example.org:8443' },
    ];
    for (const part of own) refuseCrossSite({ ...request, ...part });
  });

  it('is refused from every other origin', () => {
    const foreign = [
      { fetchSite: 'cross-site' },
      { fetchSite: 'same-site' },
      { fetchSite: 'anything' },
      { fetchSite: 'cross-site', origin: 'https://audit.example.org:8443' },
      { origin: 'https://evil.example.org' },
      { origin: 'https://audit.example.org' },
      { origin: 'https://audit.example.org:8443.evil.test' },
      { origin: 'null' },
      { origin: '' },
    ];
    for (const part of foreign) {
      const attempt = (): void => refuseCrossSite({ ...request, ...part });
      assert.throws(attempt, { code: 'forbidden' }, JSON.stringify(part));
    }
  });

  it('is let through with an API token, and reading always', () => {
    refuseCrossSite({ ...request, fetchSite: 'cross-site', authorization: 'Bearer exta_x' });
    refuseCrossSite({ ...request, fetchSite: 'cross-site', method: 'GET' });
  });

  it('changes nothing when another site sends it with the cookie (row 21)', async () => {
    const app = await startTestApp();
    try {
      const cookie = await app.signIn();
      const path = '/api/v1/account/tokens';
      const json = { name: 'planted', scopes: ['read', 'write'] };
      const tries: readonly Readonly<Record<string, string>>[] = [
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
        { origin: 'https://evil.test' },
        { origin: 'null' },
        // An Authorization header takes the cookie's place, so it opens no way around.
        { 'sec-fetch-site': 'cross-site', authorization: 'Basic eDp5' },
      ];
      for (const headers of tries) {
        const { status } = await app.send('POST', path, { cookie, headers, json });
        assert.equal(status, headers['authorization'] === undefined ? 403 : 401);
      }
      const { body } = await app.send('GET', path, { cookie });
      assert.equal(body['total_count'], 0);
    } finally {
      await app.close();
    }
  });
});
