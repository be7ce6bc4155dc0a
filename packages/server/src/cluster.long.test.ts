// `npm run test:cluster` runs this file alone.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildZip } from '../../engine/fixtures/packages/build-zip.ts';
import { loadConfig } from './config.ts';
import { createOwner } from './domain/auth/create-owner.ts';
import { openSession } from './domain/auth/open-session.ts';
import { openPackages } from './storage/catalogue/open-packages.ts';
import { removeAllUnusedBytes } from './storage/catalogue/package-removal.ts';
import { openS3Bucket, s3BucketOptions } from './storage/catalogue/s3-bucket.ts';
import { type Cluster, members, startCluster } from './testing/cluster.ts';

const accountCount = 8;
/** In their order, while packages come in. */
const endings = [
  ...members.map((member) => [member, 'SIGKILL'] as const),
  ['api-1', 'SIGTERM'],
  ['worker-1', 'SIGTERM'],
] as const;
/** Of those of each account; it goes to the bucket in two parts, while an API process is killed. */
const largePackage = 3;
const largeBytes = 9 * 1024 * 1024;
const auditSecondsMax = 240;
/** Longer than one question to the bucket is tried again. */
const awayMilliseconds = 10_000;

describe('two API and three worker processes on one database and one bucket of Swift', () => {
  it('lose nothing that was accepted while each of them is killed and started again, and the bucket is away', async (t) => {
    await using cluster = await startCluster();
    const cookies = await Promise.all(
      Array.from({ length: accountCount }, (_, index) => signIn(cluster, `${index}`)),
    );
    const started = performance.now();
    const progress = { restarts: 0 };
    const sending = cookies.map((cookie) => sendPackages(cluster, cookie, progress));
    for (const [member, signal] of endings) {
      await cluster.restart(member, signal);
      progress.restarts += 1;
    }
    await cluster.swift.goAway(awayMilliseconds);
    progress.restarts += 1;
    const accepted = await Promise.all(sending);
    const sendSeconds = (performance.now() - started) / 1_000;
    const all = accepted.flat();
    for (const each of all) await untilAudited(cluster, each);
    const seconds = (performance.now() - started) / 1_000;

    for (const { sha256 } of all) {
      const bytes = await cluster.swift.read(sha256);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sha256);
    }
    await keepsNothingElse(cluster);
    t.diagnostic(
      `${all.length} packages taken in ${sendSeconds.toFixed(0)} s and audited in ${seconds.toFixed(0)} s, ${endings.length} processes ended meanwhile and the bucket away for ${awayMilliseconds / 1_000} s`,
    );
  });
});

async function signIn({ database: { db } }: Cluster, name: string): Promise<string> {
  const email = `member-${name}@example.org`;
  const { memberId } = await createOwner(db, { email, password: 'nineteen hundred and six' });
  return `session=${(await openSession(db, memberId, new Date())).token}`;
}

interface Accepted {
  readonly cookie: string;
  readonly extensionId: string;
  readonly version: string;
  readonly sha256: string;
}

/** One after the other; whatever was not accepted is sent again. */
async function sendPackages(
  cluster: Cluster,
  cookie: string,
  progress: { readonly restarts: number },
): Promise<readonly Accepted[]> {
  const accepted: Accepted[] = [];
  for (let index = 0; index <= endings.length + 1; index++) {
    // On a slow machine as many as on a fast one.
    while (progress.restarts < index - 1) await sleep(100);
    const version = `1.${index}`;
    const manifest = { manifest_version: 3, name: `Tide table ${cookie.slice(-8)}`, version };
    const bytes = buildZip([
      { name: 'manifest.json', contents: JSON.stringify({ ...manifest, background }) },
      {
        name: 'worker.js',
        contents: `chrome.tabs.query({}, (tabs) => console.log(${index}, tabs));`,
      },
      ...(index === largePackage ? [{ name: 'tides.bin', contents: randomBytes(largeBytes) }] : []),
    ]);
    const body = new FormData();
    body.append('file', new Blob([Uint8Array.from(bytes)]), 'package.zip');
    const upload = await untilAnswered(cluster, '/api/v1/extensions', [200, 201], {
      method: 'POST',
      headers: { cookie },
      body,
    });
    const data = upload['data'] as {
      readonly extension_id: string;
      readonly package_sha256: string;
    };
    const extensionId = data.extension_id;
    const path = `/api/v1/extensions/${extensionId}/versions/${version}/analysis`;
    await untilAnswered(cluster, path, [200, 202], {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ extensionId, version }),
    });
    accepted.push({ cookie, extensionId, version, sha256: data.package_sha256 });
  }
  return accepted;
}

const background = { service_worker: 'worker.js' };

async function untilAudited(
  cluster: Cluster,
  { cookie, extensionId, version }: Accepted,
): Promise<void> {
  const path = `/api/v1/extensions/${extensionId}/versions/${version}/analysis`;
  const deadline = Date.now() + auditSecondsMax * 1_000;
  for (;;) {
    const { data } = await untilAnswered(cluster, path, [200], { headers: { cookie } });
    const { status } = data as { readonly status: string };
    if (status === 'completed') return;
    assert.ok(status !== 'failed' && Date.now() < deadline, `${path} is ${status}`);
    await sleep(500);
  }
}

/** Asks whichever API process lives, as a proxy in front of them would, until one of these statuses comes. */
async function untilAnswered(
  cluster: Cluster,
  path: string,
  statuses: readonly number[],
  request: RequestInit,
): Promise<Readonly<Record<string, unknown>>> {
  const deadline = Date.now() + 60_000;
  for (let turn = 0; ; turn++) {
    const urls = cluster.urls();
    const url = urls[turn % Math.max(urls.length, 1)];
    const answer =
      url === undefined ? undefined : await fetch(url + path, request).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer && text !== undefined && statuses.includes(answer.status)) return JSON.parse(text);
    assert.ok(!answer || answer.status === 503 || answer.status === 429, `${path}: ${text}`);
    assert.ok(Date.now() < deadline, `${path}: no answer but ${text}`);
    await sleep(answer?.status === 429 ? 2_000 : 200);
  }
}

/** After what is swept regularly; uploads in parts of processes that were killed are, once an hour is over. */
async function keepsNothingElse({ database: { db }, swift }: Cluster): Promise<void> {
  // The SDK looks for the keys there alone.
  Object.assign(process.env, swift.env);
  const config = await loadConfig({ env: swift.env });
  await removeAllUnusedBytes(db, await openPackages(config));
  const kept = await db.selectFrom('package').select('sha256').execute();
  assert.deepEqual(new Set(await swift.keys()), new Set(kept.map(({ sha256 }) => sha256)));
  assert.ok(config.packagesBucket);
  const inAnHour = { ...s3BucketOptions, abandonedMilliseconds: -3_600_000 };
  await openS3Bucket(config.packagesBucket, inAnHour).sweep();
  // Of what is in parts the parts and what names them.
  assert.equal(swift.countFiles(), kept.length + 2 * accountCount);
}
