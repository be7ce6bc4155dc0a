import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { makeTestExtension, type TestExtension } from '../../testing/test-extension.ts';
import { detailsByType, startTestWatch, type TestWatch } from '../../testing/test-watch.ts';
import { finishAnalysis, interruptedReason } from '../analysis/finish-analysis.ts';
import { compareMonitors } from './compare-monitors.ts';

describe('comparing the monitors of an extension', () => {
  let watch: TestWatch;
  before(async () => {
    watch = await startTestWatch();
  });
  after(() => watch[Symbol.asyncDispose]());

  const take = (extension: TestExtension, version: string, manifest = {}) =>
    watch.take({ kind: 'bytes', bytes: extension.pack(version, manifest), name: 'upload' });
  const compare = (extensionId: string) => compareMonitors(watch.services, extensionId);

  /** In the catalogue and audited, watched from then on. */
  async function watched(name: string): Promise<{ extension: TestExtension; monitorId: string }> {
    const extension = makeTestExtension(name);
    await take(extension, '1.0', { permissions: ['tabs'] });
    const monitorId = await watch.watch(extension.id);
    await endAudits('audited');
    await compare(extension.id);
    return { extension, monitorId };
  }

  /** Ends the analyses that are under way, as workers would. @returns how many there were */
  async function endAudits(how: 'audited' | { readonly reason: string }): Promise<number> {
    const open = await watch.database.db
      .selectFrom('analysis as a')
      .innerJoin('version as v', 'v.extension_version_id', 'a.extension_version_id')
      .select(['a.analysis_id', 'v.package_sha256'])
      .where('a.state', 'in', ['queued', 'processing'])
      .execute();
    for (const { analysis_id, package_sha256 } of open) {
      const source = await watch.work.packages.source(package_sha256 ?? '', 'package');
      const options = { analyzedAt: '2026-04-05T06:07:08.000Z' };
      const outcome =
        how === 'audited'
          ? {
              ...(await watch.work.pool.audit(source, options)),
              packageSha256: package_sha256 ?? '',
              surroundings: {},
            }
          : how;
      await finishAnalysis(watch.services, analysis_id, outcome);
    }
    return open.length;
  }

  it('waits for the audit of a new version', async () => {
    const { extension, monitorId } = await watched('Patient');
    await take(extension, '1.1', { permissions: ['tabs', 'history'] });
    assert.equal(await compare(extension.id), 'pending');
    assert.deepEqual(await watch.eventsOf(monitorId), []);
    assert.equal(await endAudits('audited'), 1);
    assert.equal(await compare(extension.id), 'compared');
    const details = detailsByType(await watch.eventsOf(monitorId));
    assert.deepEqual(details['permission_change']?.['permissions_added'], ['history']);
  });

  it('takes an audit that failed for ended, and says so', async () => {
    const { extension, monitorId } = await watched('Unreadable');
    await take(extension, '1.1');
    await compare(extension.id);
    await endAudits({ reason: 'the package is gone' });
    assert.equal(await compare(extension.id), 'compared');
    const { version_update: updated } = detailsByType(await watch.eventsOf(monitorId));
    assert.equal(updated?.['not_audited'], 'the package is gone');
  });

  it('has an audit that was only interrupted made again, three times at most', async () => {
    const { extension, monitorId } = await watched('Interrupted');
    await take(extension, '1.1');
    for (let time = 0; time < 3; time += 1) {
      assert.equal(await compare(extension.id), 'pending');
      assert.equal(await endAudits({ reason: interruptedReason }), 1);
    }
    assert.equal(await compare(extension.id), 'compared');
    const { version_update: updated } = detailsByType(await watch.eventsOf(monitorId));
    assert.equal(updated?.['not_audited'], interruptedReason);
  });

  it('compares a package that comes after its metadata with the last one that was known', async () => {
    const { extension, monitorId } = await watched('Announced');
    const { db } = watch.database;
    const announced = {
      extension_version_id: randomUUIDv7(),
      extension_id: extension.id,
      version: '2.0',
      created_at: new Date(),
    };
    await db.insertInto('version').values(announced).execute();
    const update = db.updateTable('extension').set({ version: '2.0' });
    await update.where('extension_id', '=', extension.id).execute();
    assert.equal(await compare(extension.id), 'compared');
    const [event, ...others] = await watch.eventsOf(monitorId);
    assert.deepEqual([event?.eventType, others], ['version_update', []]);
    assert.equal(event?.details['not_audited'], 'its package is not known');

    await take(extension, '2.0', { host_permissions: ['<all_urls>'] });
    await compare(extension.id);
    await endAudits('audited');
    await compare(extension.id);
    const [, ...later] = await watch.eventsOf(monitorId);
    const details = detailsByType(later);
    assert.deepEqual(details['permission_change']?.['permissions_added'], ['<all_urls>']);
    assert.deepEqual(details['permission_change']?.['permissions_removed'], ['tabs']);
    assert.equal(details['version_update'], undefined);
  });

  it('tells of a new owner, a status, a listing as malicious, and alarming reviews', async () => {
    const { extension, monitorId } = await watched('Sold');
    const { db } = watch.database;
    for (const author of ['ada', 'buyer']) {
      const publisher = { publisher_id: author, author, email: `${author}@example.org` };
      await db.insertInto('publisher').values(publisher).execute();
    }
    const change = (values: object) =>
      db.updateTable('extension').set(values).where('extension_id', '=', extension.id).execute();
    await change({ publisher_id: 'ada' });
    assert.equal(await compare(extension.id), 'compared');
    assert.deepEqual(await watch.eventsOf(monitorId), []);

    await change({ publisher_id: 'buyer', status: 'obsolete', known_malicious: true });
    for (const [rating, review_text] of [
      [1, 'Now it HIJACKS my searches!'],
      [5, 'Finds every virus'],
      [2, 'Too slow'],
    ] as const) {
      const review = {
        review_id: randomUUIDv7(),
        extension_id: extension.id,
        reviewer_name: 'Eve',
        rating,
        review_date: '2026-03-04',
        review_text,
        review_text_hash: String(rating),
      };
      await db.insertInto('review').values(review).execute();
    }
    assert.equal(await compare(extension.id), 'compared');
    const details = detailsByType(await watch.eventsOf(monitorId));
    assert.deepEqual(Object.keys(details).sort(), [
      'publisher_change',
      'review_alert',
      'security_alert',
      'status_change',
    ]);
    assert.equal(details['review_alert']?.['review_count'], 1);
    assert.deepEqual(details['review_alert']['reviews'], [
      { rating: 1, review_date: '2026-03-04', review_text: 'Now it HIJACKS my searches!' },
    ]);
  });

  it('begins anew where the stored state cannot be read', async () => {
    const { extension, monitorId } = await watched('Forgotten');
    const update = watch.database.db
      .updateTable('monitor')
      .set({ seen: '["of another time"]', seen_token: 'none' });
    await update.where('monitor_id', '=', monitorId).execute();
    await take(extension, '1.1');
    await compare(extension.id);
    await endAudits('audited');
    assert.equal(await compare(extension.id), 'compared');
    assert.deepEqual(await watch.eventsOf(monitorId), []);
  });
});
