import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import {
  download,
  type DownloadLimits,
  type DownloadRequest,
  type Downloaded,
} from './download.ts';
import { createDestinationGuard, type DestinationGuard } from './guard-destination.ts';
import { trustOrigin } from './trust-origin.ts';

const guard = createDestinationGuard({ allowPrivate: ['127.0.0.1'] });

interface Setting extends Partial<DownloadLimits>, Omit<DownloadRequest, 'url'> {
  readonly guard?: DestinationGuard;
  readonly path?: string;
}

/** Downloads from a server on a real socket that answers in the given way. */
async function downloadFrom(listener: RequestListener, setting: Setting = {}): Promise<Downloaded> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}${setting.path ?? '/package'}`;
    const limits = { secondsMax: 5, bytesMax: 1_000, ...setting };
    return await download({ ...setting, url }, setting.guard ?? guard, limits);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('a download', () => {
  it('gives the bytes of a 200, asks for nothing compressed, and keeps the ETag', async () => {
    let encoding: unknown;
    const answer = await downloadFrom((request, response) => {
      encoding = request.headers['accept-encoding'];
      response.writeHead(200, { etag: '"v7"' }).end('bytes');
    });
    assert.deepEqual(
      [Buffer.from(answer.body).toString(), answer.status, answer.etag, encoding],
      ['bytes', 200, '"v7"', 'identity'],
    );
  });

  it('names the ETag that it has, and tells a 304', async () => {
    const answer = await downloadFrom(
      (request, response) => {
        response.writeHead(request.headers['if-none-match'] === '"v7"' ? 304 : 200).end();
      },
      { etag: '"v7"' },
    );
    assert.deepEqual([answer.status, answer.body.length], [304, 0]);
  });

  it('gives any other status without its body, and what Retry-After asks for', async () => {
    const answer = await downloadFrom((_request, response) => {
      response.writeHead(429, { 'retry-after': '77' }).end('x'.repeat(5_000));
    });
    assert.deepEqual([answer.status, answer.body.length, answer.retryAfterSeconds], [429, 0, 77]);
  });

  for (const declared of [true, false]) {
    it(`refuses more bytes than allowed, ${declared ? 'declared' : 'undeclared'}`, async () => {
      let sent = 0;
      const refused = downloadFrom((_request, response) => {
        response.writeHead(200, declared ? { 'content-length': 2 ** 31 } : {});
        const more = (): void => {
          while (sent < 2 ** 31 && !response.destroyed) {
            sent += 65_536;
            if (!response.write(Buffer.alloc(65_536))) return;
          }
        };
        response.on('drain', more).on('error', () => undefined);
        more();
      });
      await assert.rejects(refused, { code: 'download-too-large' });
      assert.ok(sent < 50_000_000, `${sent} bytes`);
    });
  }

  it('cuts off a server that drips for ever', async () => {
    const refused = downloadFrom(
      (_request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'), 30);
        response.on('close', () => clearInterval(timer));
      },
      { secondsMax: 0.5 },
    );
    await assert.rejects(refused, {
      code: 'download-failed',
      message: 'no complete answer came within 0.5 s',
    });
  });

  it('tells a body that was cut short from a whole one', async () => {
    const refused = downloadFrom((_request, response) => {
      response.writeHead(200, { 'content-length': 500 }).write('half', () => response.destroy());
    });
    await assert.rejects(refused, { code: 'download-failed' });
  });

  it('refuses what is compressed, whatever it would unpack to', async () => {
    const refused = downloadFrom((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('\x1f\x8b');
    });
    await assert.rejects(refused, { code: 'download-failed', message: /compressed/ });
  });

  it('follows as many redirects as allowed, and none unless told to', async () => {
    const listener: RequestListener = (request, response) => {
      const hop = Number(request.url?.slice(1));
      if (hop === 0) response.end('there');
      else response.writeHead(302, { location: `/${hop - 1}` }).end();
    };
    const followed = await downloadFrom(listener, { path: '/2', redirectsMax: 2 });
    assert.equal(Buffer.from(followed.body).toString(), 'there');
    const refusal = { code: 'download-refused', message: 'it redirects 3 times' };
    await assert.rejects(downloadFrom(listener, { path: '/3', redirectsMax: 2 }), refusal);
    await assert.rejects(downloadFrom(listener, { path: '/1' }), { code: 'download-refused' });
  });

  it('gives a redirect as an answer where that is fine', async () => {
    const answer = await downloadFrom(
      (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      { isRedirectFine: true },
    );
    assert.deepEqual([answer.status, answer.body.length], [302, 0]);
  });

  for (const location of ['http://127.0.0.2:9/', 'http://169.254.169.254/', 'file:///etc/passwd']) {
    it(`follows no redirect to ${location}`, async () => {
      const refused = downloadFrom(
        (_request, response) => response.writeHead(302, { location }).end(),
        { redirectsMax: 3 },
      );
      await assert.rejects(refused, { code: 'download-refused' });
    });
  }

  it('asks nobody at a private address', async () => {
    let requests = 0;
    const refused = downloadFrom(
      (_request, response) => {
        requests += 1;
        response.end();
      },
      { guard: createDestinationGuard(), isPlainHttpFine: true },
    );
    await assert.rejects(refused, { code: 'download-refused', message: /private or reserved/ });
    assert.equal(requests, 0);
  });

  it('reports a server that is not there', async () => {
    const refused = download({ url: 'http://127.0.0.1:1/' }, guard, { secondsMax: 5, bytesMax: 9 });
    await assert.rejects(refused, { code: 'download-failed', message: /ECONNREFUSED/ });
  });
});

describe('a trusted origin', () => {
  const strict = createDestinationGuard({
    resolveName: async () => [{ address: '93.184.215.14', family: 4 }],
  });
  const trusting = trustOrigin(strict, 'http://127.0.0.1:8123/service');

  it('is reached although private and by plain http, with a long URL', async () => {
    const { addresses } = await trusting.resolve(`http://127.0.0.1:8123/?${'x'.repeat(7_000)}`);
    assert.equal(addresses[0]?.address, '127.0.0.1');
  });

  it('extends to no other port, host or scheme', async () => {
    for (const url of [
      'http://127.0.0.1:8124/',
      'http://127.0.0.2:8123/',
      'https://127.0.0.1:8123/',
      'file:///etc/passwd',
    ]) {
      await assert.rejects(trusting.resolve(url), { code: 'destination-refused' }, url);
    }
  });

  it('lets plain http to public addresses pass only where that was asked for', async () => {
    const url = 'http://packages.example.org/a.crx';
    await assert.rejects(trusting.resolve(url), { message: 'it must be https' });
    assert.equal((await trusting.resolve(url, { isPlainHttpFine: true })).url.href, url);
  });
});
