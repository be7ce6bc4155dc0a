import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ConfigError, loadConfig } from './config.ts';

async function withConfigFile(text: string, use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-config-'));
  try {
    await writeFile(join(folder, 'extaudit.config.json'), text);
    await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('flags go before environment, environment before the file, the file before the defaults', async () => {
  await withConfigFile(
    '{"port": 1111, "host": "10.0.0.1", "role": "api", "trustProxy": ["10.0.0.0/8", "::1"]}',
    async (workingFolder) => {
      const config = await loadConfig({
        workingFolder,
        flags: { port: '3333' },
        env: { EXTAUDIT_PORT: '2222', EXTAUDIT_HOST: '10.0.0.2', DATABASE_URL: 'postgres://a/b' },
      });
      assert.equal(config.port, 3333);
      assert.equal(config.host, '10.0.0.2');
      assert.equal(config.role, 'api');
      assert.equal(config.databaseUrl, 'postgres://a/b');
      assert.deepEqual(config.trustProxy, ['10.0.0.0/8', '::1']);
      assert.equal(config.dataDir, join(workingFolder, '.extaudit'));
      assert.equal(config.packagesFolder, join(workingFolder, '.extaudit', 'packages'));
    },
  );
});

test('destinations and the key file come from their settings', async () => {
  const config = await loadConfig({
    workingFolder: '/srv/audit',
    env: {
      EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS: '10.1.0.0/16, fd00::/8',
      EXTAUDIT_SECRETS_KEY_FILE: 'shared/key',
    },
  });
  assert.deepEqual(config.allowPrivateDestinations, ['10.1.0.0/16', 'fd00::/8']);
  assert.equal(config.secretsKeyFile, '/srv/audit/shared/key');
  const standard = await loadConfig({ workingFolder: '/srv/audit', env: {} });
  assert.equal(standard.secretsKeyFile, '/srv/audit/.extaudit/secrets.key');
  assert.deepEqual(standard.allowPrivateDestinations, []);
});

test('stores and the interval of checks come from their settings', async () => {
  const { chromeStoreUrl, edgeStoreUrl, watchedFolder, detectEverySeconds } = await loadConfig({
    workingFolder: '/srv/audit',
    env: {
      EXTAUDIT_CHROME_STORE_URL: 'http://127.0.0.1:8099/update2/crx',
      EXTAUDIT_EDGE_STORE_URL: 'https://mirror.example/edge',
      EXTAUDIT_WATCHED_FOLDER: 'incoming',
      EXTAUDIT_DETECT_EVERY: '90 m',
    },
  });
  assert.deepEqual(
    [chromeStoreUrl, edgeStoreUrl, watchedFolder, detectEverySeconds],
    [
      'http://127.0.0.1:8099/update2/crx',
      'https://mirror.example/edge',
      '/srv/audit/incoming',
      5_400,
    ],
  );
  const standard = await loadConfig({ workingFolder: '/srv/audit', env: {} });
  assert.equal(standard.chromeStoreUrl, 'https://clients2.google.com/service/update2/crx');
  assert.match(standard.edgeStoreUrl, /^https:\/\/edge\.microsoft\.com\//);
  assert.equal(standard.firefoxStoreUrl, 'https://addons.mozilla.org/api/v5');
  assert.deepEqual([standard.watchedFolder, standard.detectEverySeconds], [undefined, 3_600]);
});

const wrongSettings: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
  [{ EXTAUDIT_PROT: '1' }, /^EXTAUDIT_PROT is no setting; did you mean EXTAUDIT_PORT\?$/],
  [
    { EXTAUDIT_PORT: '70000' },
    /^EXTAUDIT_PORT is "70000"; it must be a whole number from 0 to 65535/,
  ],
  [{ EXTAUDIT_PORT: '80x' }, /^EXTAUDIT_PORT/],
  [{ EXTAUDIT_DETECT_EVERY: '3600' }, /a number with its unit \(s, m, h, d\)/],
  [{ EXTAUDIT_DETECT_EVERY: '31d' }, /^EXTAUDIT_DETECT_EVERY/],
  [{ EXTAUDIT_DETECT_EVERY: '0s' }, /^EXTAUDIT_DETECT_EVERY/],
  [{ EXTAUDIT_CHROME_STORE_URL: 'file:///srv/store' }, /^EXTAUDIT_CHROME_STORE_URL/],
  [{ EXTAUDIT_EDGE_STORE_URL: 'https://me@example.org/' }, /without user name/],
  [{ EXTAUDIT_ROLE: 'boss' }, /^EXTAUDIT_ROLE is "boss"; it must be one of all, api, worker/],
  [{ EXTAUDIT_AUDIT_PROCESSES: '0' }, /^EXTAUDIT_AUDIT_PROCESSES/],
  [{ EXTAUDIT_TRUST_PROXY: '10.0.0.0/99' }, /^EXTAUDIT_TRUST_PROXY/],
  [{ EXTAUDIT_TRUST_PROXY: 'proxy.local' }, /^EXTAUDIT_TRUST_PROXY/],
  [{ EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS: '10.0.0.0/40' }, /^EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS/],
  [{ EXTAUDIT_OFFLINE: 'yes' }, /^EXTAUDIT_OFFLINE is "yes"; it must be true or false/],
  [{ EXTAUDIT_INTEL_URLS: 'http://lists.example/a' }, /^EXTAUDIT_INTEL_URLS .* https:/],
  [{ EXTAUDIT_INTEL_URLS: 'https://a.example/ ftp://b' }, /^EXTAUDIT_INTEL_URLS/],
  [{ EXTAUDIT_INTEL_URLS: 'https://me:pw@a.example/' }, /^EXTAUDIT_INTEL_URLS/],
  [{ EXTAUDIT_PACKAGES_URL: 'ftp://bucket' }, /^EXTAUDIT_PACKAGES_URL/],
  [{ EXTAUDIT_METRICS_LISTEN: '9464' }, /such as 127\.0\.0\.1:9464/],
  [{ EXTAUDIT_METRICS_LISTEN: '127.0.0.1:70000' }, /^EXTAUDIT_METRICS_LISTEN/],
  [{ EXTAUDIT_METRICS_LISTEN: '::1:9464' }, /^EXTAUDIT_METRICS_LISTEN/],
  [{ EXTAUDIT_ADMIN_EMAIL: 'a@b' }, /^EXTAUDIT_ADMIN_EMAIL and EXTAUDIT_ADMIN_PASSWORD_FILE/],
];

for (const [env, message] of wrongSettings) {
  test(`${JSON.stringify(env)} stops the start with a message that names it`, async () => {
    await assert.rejects(loadConfig({ env, workingFolder: tmpdir() }), (error: Error) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, message);
      return true;
    });
  });
}

test('metrics are answered nowhere unless a setting says where', async () => {
  const where = async (value: string): Promise<unknown> =>
    (await loadConfig({ env: { EXTAUDIT_METRICS_LISTEN: value }, workingFolder: tmpdir() }))
      .metricsListen;
  assert.equal(await where(''), undefined);
  assert.deepEqual(await where('10.0.0.7:9464'), { host: '10.0.0.7', port: 9464 });
  assert.deepEqual(await where('[::1]:0'), { host: '::1', port: 0 });
});

test('intelligence feeds and offline come from environment and file', async () => {
  const env = {
    EXTAUDIT_INTEL_URLS: 'https://a.example/list.json, http://127.0.0.1:8080/x?key=1',
    EXTAUDIT_OFFLINE: 'true',
  };
  const config = await loadConfig({ env, workingFolder: tmpdir() });
  assert.deepEqual(config.intelUrls, [
    'https://a.example/list.json',
    'http://127.0.0.1:8080/x?key=1',
  ]);
  assert.equal(config.offline, true);
  const defaults = await loadConfig({ env: {}, workingFolder: tmpdir() });
  assert.deepEqual([defaults.intelUrls, defaults.offline], [[], false]);
  await withConfigFile('{"offline": true, "intelUrls": ["https://b.example/"]}', async (folder) => {
    const { offline, intelUrls } = await loadConfig({ env: {}, workingFolder: folder });
    assert.deepEqual([offline, intelUrls], [true, ['https://b.example/']]);
  });
});

test('a password in DATABASE_URL is not repeated in the message', async () => {
  const env = { DATABASE_URL: 'mysql://me:secret@host/db' };
  await assert.rejects(loadConfig({ env, workingFolder: tmpdir() }), (error: Error) => {
    assert.doesNotMatch(error.message, /secret/);
    return error instanceof ConfigError;
  });
});

test('an unknown flag and an unknown key of the file are named', async () => {
  await assert.rejects(
    loadConfig({ flags: { prot: '1' }, env: {}, workingFolder: tmpdir() }),
    /^ConfigError: prot is no setting/,
  );
  await withConfigFile('{"hots": "x"}', async (workingFolder) => {
    await assert.rejects(loadConfig({ env: {}, workingFolder }), /hots is no setting/);
  });
});

test('mail and links need a server with a sender, and an address that people can open', async () => {
  const load = (env: Record<string, string>) => loadConfig({ env, workingFolder: tmpdir() });
  const { publicUrl, smtpUrl, mailFrom } = await load({
    EXTAUDIT_PUBLIC_URL: 'https://audit.example.org/extaudit/',
    EXTAUDIT_SMTP_URL: 'smtps://me:secret@mail.example.org',
    EXTAUDIT_MAIL_FROM: 'extaudit <me@example.org>',
  });
  assert.deepEqual(
    [publicUrl, smtpUrl, mailFrom],
    [
      'https://audit.example.org/extaudit',
      'smtps://me:secret@mail.example.org',
      'extaudit <me@example.org>',
    ],
  );
  const from = { EXTAUDIT_MAIL_FROM: 'me@example.org' };
  await assert.rejects(load(from), /must be set together/);
  const secret = { ...from, EXTAUDIT_SMTP_URL: 'https://me:secret@mail.example.org' };
  await assert.rejects(load(secret), (error: Error) => {
    assert.match(error.message, /EXTAUDIT_SMTP_URL must be such as/);
    return !error.message.includes('secret@');
  });
  await assert.rejects(load({ EXTAUDIT_PUBLIC_URL: 'ftp://x' }), /EXTAUDIT_PUBLIC_URL/);
  const forged = { EXTAUDIT_SMTP_URL: 'smtp://mail.example.org', EXTAUDIT_MAIL_FROM: 'a\nb@c' };
  await assert.rejects(load(forged), /EXTAUDIT_MAIL_FROM/);
});

test('packages are in the data folder, in another one, or in a bucket', async () => {
  const load = (url: string) =>
    loadConfig({ workingFolder: '/srv/audit', env: { EXTAUDIT_PACKAGES_URL: url } });
  const { packagesFolder, packagesBucket } = await load('file:///mnt/packages');
  assert.deepEqual([packagesFolder, packagesBucket], ['/mnt/packages', undefined]);
  const endpoint = 'http://10.1.2.3:9000';
  const bucket = await load(`s3://tide-table/of/moon?endpoint=${endpoint}&region=eu-central-3`);
  assert.equal(bucket.packagesFolder, '/srv/audit/.extaudit/fetched-packages');
  assert.deepEqual(bucket.packagesBucket, {
    bucket: 'tide-table',
    prefix: 'of/moon/',
    endpoint,
    region: 'eu-central-3',
  });
  const { packagesBucket: amazon } = await load('s3://tide-table');
  assert.deepEqual(
    [amazon?.prefix, amazon?.endpoint, amazon?.region],
    ['', undefined, 'us-east-1'],
  );
  for (const url of [
    'packages',
    's3://',
    's3://A',
    's3://tide?key=x',
    's3://tide?endpoint=ftp://a',
  ]) {
    await assert.rejects(load(url), /must be a file:\/\/\/ URL of a folder, or s3:\/\/bucket/, url);
  }
});

test('signing in by OpenID Connect comes from its settings, which need each other and the public address', async () => {
  const env = {
    EXTAUDIT_PUBLIC_URL: 'https://audit.example',
    EXTAUDIT_OPENID_ISSUER: 'https://id.example/realms/staff',
    EXTAUDIT_OPENID_CLIENT_ID: 'extaudit',
    EXTAUDIT_OPENID_CLIENT_SECRET_FILE: 'openid-secret',
    EXTAUDIT_OPENID_ROLES: 'cn=security,ou=groups=owner, soc = analyst',
    EXTAUDIT_OPENID_SCOPES: 'openid email groups',
  };
  const load = (changed: Readonly<Record<string, string>>) =>
    loadConfig({ workingFolder: '/srv/audit', env: { ...env, ...changed } });
  const { openid } = await load({});
  assert.equal(openid?.clientSecretFile, '/srv/audit/openid-secret');
  assert.equal(openid.scopes, 'openid email groups');
  assert.deepEqual(
    [...(openid.roles ?? [])],
    [
      ['cn=security,ou=groups', 'owner'],
      ['soc', 'analyst'],
    ],
  );
  const refused = [
    [{ EXTAUDIT_OPENID_CLIENT_ID: '' }, /needs both .*_ISSUER and .*_CLIENT_ID/],
    [{ EXTAUDIT_PUBLIC_URL: '' }, /needs EXTAUDIT_PUBLIC_URL/],
    [{ EXTAUDIT_OPENID_ISSUER: 'http://id.example' }, /it must be the https:\/\/ address/],
    [{ EXTAUDIT_OPENID_ROLES: 'soc=boss' }, /groups with their roles/],
    [{ EXTAUDIT_OPENID_SCOPES: 'email' }, /scopes with openid among them/],
  ] as const;
  for (const [changed, message] of refused) await assert.rejects(load(changed), message);
});
