import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDestinationGuard } from './guard-destination.ts';

const answering = (...addresses: string[]) =>
  createDestinationGuard({
    resolveName: async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });

describe('the destination guard', () => {
  const guard = createDestinationGuard();

  const refusedUrls = [
    'https://0x7f.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://127.1/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b::808:808]/',
    'https://[::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00:ec2::254]/',
    'https://168.63.129.16/',
    'https://[fe80::1]/',
    'https://[::1]/',
    'https://[::]/',
    'https://0.0.0.0/',
    'https://10.1.2.3/',
    'https://100.64.0.1/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://198.19.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST:8443/',
    'https://a.b.localhost/',
    'https://１２７.0.0.1/',
  ];
  for (const url of refusedUrls) {
    it(`refuses ${url} (row 5)`, async () => {
      await assert.rejects(guard.resolve(url), {
        code: 'destination-refused',
        message: 'it leads to a private or reserved address',
      });
    });
  }

  it('refuses other schemes, plain http, user names and what is no URL', async () => {
    for (const url of [
      'ftp://8.8.8.8/',
      'file:///etc/passwd',
      'gopher://8.8.8.8',
      '',
      'x',
      '//a',
    ]) {
      await assert.rejects(guard.resolve(url), { message: 'it must be an https URL' }, url);
    }
    await assert.rejects(guard.resolve('http://8.8.8.8/'), { message: 'it must be https' });
    await assert.rejects(guard.resolve('https://me:pw@8.8.8.8/'), /user name/);
    await assert.rejects(guard.resolve(`https://8.8.8.8/${'x'.repeat(3_000)}`), /longer/);
  });

  it('gives public addresses, and the very ones that were checked', async () => {
    const { url, addresses } = await guard.resolve('https://[2606:4700::1111]:8443/a?b');
    assert.equal(url.port, '8443');
    assert.deepEqual(addresses, [{ address: '2606:4700::1111', family: 6 }]);
    const named = await answering('8.8.4.4', '2606:4700::1').resolve('https://hooks.example.org/');
    assert.deepEqual(
      named.addresses.map(({ address }) => address),
      ['8.8.4.4', '2606:4700::1'],
    );
  });

  it('refuses a name when one of its addresses is private', async () => {
    const mixed = answering('8.8.4.4', '10.0.0.7');
    await assert.rejects(mixed.resolve('https://hooks.example.org/'), {
      code: 'destination-refused',
    });
  });

  it('tells a name that cannot be resolved from one that is refused', async () => {
    const failing = createDestinationGuard({
      resolveName: () => Promise.reject(new Error('ENOTFOUND')),
    });
    for (const unresolving of [failing, answering()]) {
      await assert.rejects(unresolving.resolve('https://hooks.example.org/'), {
        code: 'destination-unresolved',
      });
    }
    const plain = 'http://hooks.example.org/';
    await assert.rejects(failing.resolve(plain), { message: 'it must be https' });
    const resolveName = () => Promise.reject(new Error('ENOTFOUND'));
    const own = createDestinationGuard({ resolveName, allowPrivate: ['10.20.0.0/16'] });
    await assert.rejects(own.resolve(plain), { code: 'destination-unresolved' });
  });

  it('lets through, by plain http as well, only what the configuration allows', async () => {
    const own = createDestinationGuard({
      allowPrivate: ['10.20.0.0/16', 'fd12::/16', '127.0.0.1'],
    });
    for (const host of ['10.20.255.1', '[fd12::9]', '127.0.0.1', 'localhost', '0x7f000001']) {
      await own.resolve(`http://${host}:8080/hook`);
      await own.resolve(`https://${host}/hook`);
    }
    for (const host of ['10.21.0.1', '[fd13::9]', '127.0.0.2', '8.8.8.8']) {
      await assert.rejects(own.resolve(`http://${host}/`), { code: 'destination-refused' }, host);
    }
  });
});
