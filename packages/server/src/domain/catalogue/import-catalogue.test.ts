import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../storage/database/database.ts';
import { findExtension } from '../../storage/catalogue/extension.ts';
import { listExtensions } from '../../storage/catalogue/extension-list.ts';
import { listReviews } from '../../storage/catalogue/review.ts';
import { findManifest, findVersion } from '../../storage/catalogue/version.ts';
import { withTestDatabase } from '../../testing/test-database.ts';
import { importCatalogue, type BadLine } from './import-catalogue.ts';

const mailId = 'abcdefghijklmnopabcdefghijklmnop';
const cookieId = 'ponmlkjihgfedcbaponmlkjihgfedcba';

const mail = {
  extension_id: mailId,
  name: 'Mail 100%_sure',
  description: 'Reads\u0000 mail',
  version: '2.10.0',
  status: 'obsolete',
  user_count: 4200,
  rating_value: 3.5,
  rating_count: 17,
  category: 'Communication',
  item_category: 'extension',
  payment_type: 'in_app',
  is_trusted_publisher: true,
  by_google: true,
  is_featured: true,
  last_update: '2024-05-06T07:08:09Z',
  publisher_id: 'p1',
  extension_publishers: {
    publisher_id: 'p1',
    author: 'Ada',
    total_extensions: 7,
    active_extensions: 3,
    risk_level: 'high',
  },
  extension_versions: [{ version: '2.9.0', size: 99, created_at: '2023-01-02T00:00:00Z' }],
  extension_media: [{ type: 'icon', media_url: 'https://example.org/icon.png' }],
  reviews: [
    {
      reviewer_name: 'Bob',
      rating: 2,
      review_date: '2024-02-03',
      review_text: 'breaks 50% of pages',
    },
    { reviewer_name: 'Cleo', rating: 5, review_date: '2024-02-04', review_text: 'fine' },
  ],
  manifests: {
    '2.10.0': { manifest_version: 3, permissions: ['tabs', 'cookies'], odd: '\u0000\ud800' },
  },
};
const cookies = {
  extension_id: cookieId,
  name: 'cookies',
  version: '1.0',
  user_count: 58,
  last_update: '2024-05-07',
  manifests: { '1.0': { permissions: ['cookies'], host_permissions: ['tabs'] } },
};

async function importLines(db: Database, lines: readonly string[], chunkBytes = 50) {
  const bytes = Buffer.from(lines.join('\n'));
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const bad: BadLine[] = [];
  return { ...(await importCatalogue(db, chunks(), (line) => bad.push(line))), bad };
}

const lines = [mail, cookies].map((entry) => JSON.stringify(entry));
const firstPage = { page: 1, pageSize: 25 };

test('every field of the detail comes back as it was imported, NUL made visible', async () => {
  await withTestDatabase(async ({ db }) => {
    await importLines(db, lines);
    const found = await findExtension(db, mailId);
    assert.ok(found);
    assert.partialDeepStrictEqual(found, {
      extensionId: mailId,
      name: mail.name,
      userCount: 4200,
      paymentType: 'in_app',
      byGoogle: true,
      publisher: {
        publisherId: 'p1',
        author: 'Ada',
        totalExtensions: 7,
        activeExtensions: 3,
        riskLevel: 'high',
      },
      description: 'Reads\uFFFD mail',
      version: '2.10.0',
      status: 'obsolete',
      ratingValue: 3.5,
      ratingCount: 17,
      category: 'Communication',
      isTrustedPublisher: true,
      isFeatured: true,
      publisherId: 'p1',
      media: [{ type: 'icon', url: 'https://example.org/icon.png' }],
    });
    assert.equal(found.lastUpdate.toISOString(), '2024-05-06T07:08:09.000Z');
    assert.deepEqual(
      found.versions.map(({ version, sizeBytes }) => [version, sizeBytes]),
      [
        ['2.10.0', 0],
        ['2.9.0', 99],
      ],
    );
    assert.deepEqual(await findManifest(db, mailId, '2.10.0'), mail.manifests['2.10.0']);
    assert.equal(await findManifest(db, mailId, '2.9.0'), undefined);
  });
});

test('bad lines are reported by number and skipped, the rest goes in', async () => {
  await withTestDatabase(async ({ db }) => {
    const outcome = await importLines(db, [
      '{"extension_id": ',
      lines[0] ?? '',
      '',
      '{"extension_id": "short", "version": "1"}',
      JSON.stringify({ ...cookies, user_count: -1 }),
      lines[1] ?? '',
      JSON.stringify({ ...cookies, manifests: { '1.0': {} } }).replace(
        '{"1.0":{}}',
        `{"1.0":{"deep":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`,
      ),
    ]);
    assert.equal(outcome.imported, 2);
    assert.deepEqual(
      outcome.bad.map(({ line }) => line),
      [1, 4, 5, 7],
    );
    assert.match(
      outcome.bad[3]?.problem ?? '',
      /manifest of 1\.0 must not be nested deeper than 200/,
    );
    assert.match(outcome.bad[1]?.problem ?? '', /extension_id must be 32 letters/);
    assert.match(outcome.bad[2]?.problem ?? '', /user_count must be a whole number/);
  });
});

test('the same file again changes nothing, counts of permission sets included', async () => {
  await withTestDatabase(async ({ db }) => {
    await importLines(db, lines);
    await importLines(db, [...lines, ...lines], 100_000);
    const sets = await db
      .selectFrom('permission_set')
      .select(['extension_count', 'total_users', 'permissions'])
      .execute();
    // `tabs` and `cookies` in whichever of the two keys are one set.
    assert.deepEqual(sets, [
      { extension_count: 2, total_users: 4258, permissions: ['cookies', 'tabs'] },
    ]);
    const reviews = await listReviews(db, mailId, {}, { by: 'rating', order: 'asc' }, firstPage);
    assert.deepEqual([reviews.totalCount, reviews.items[0]?.reviewerName], [2, 'Bob']);
    assert.equal((await findExtension(db, mailId))?.versions.length, 2);
  });
});

test('counts of permission sets follow users, and extensions that move to other permissions or go', async () => {
  await withTestDatabase(async ({ db }) => {
    await importLines(db, lines);
    await importLines(db, [JSON.stringify({ ...mail, user_count: 4300 })]);
    const moved = { ...cookies, manifests: { '1.0': { permissions: ['debugger'] } } };
    await importLines(db, [JSON.stringify(moved)]);
    const counts = () =>
      db
        .selectFrom('permission_set')
        .select(['permissions', 'extension_count', 'total_users', 'risk_level'])
        .orderBy('permissions')
        .execute();
    assert.deepEqual(await counts(), [
      { permissions: ['cookies', 'tabs'], extension_count: 1, total_users: 4300, risk_level: null },
      { permissions: ['debugger'], extension_count: 1, total_users: 58, risk_level: 'critical' },
    ]);
    await db.deleteFrom('extension').where('extension_id', '=', cookieId).execute();
    assert.equal((await counts())[1]?.extension_count, 0);
  });
});

test('search takes wildcards literally, in any case, in name and description', async () => {
  await withTestDatabase(async ({ db }) => {
    await importLines(db, lines);
    const search = async (text: string) => {
      const sort = { by: 'name', order: 'asc' } as const;
      return (await listExtensions(db, { search: text }, sort, firstPage)).items.map(
        ({ name }) => name,
      );
    };
    assert.deepEqual(await search('100%_SURE'), ['Mail 100%_sure']);
    assert.deepEqual(await search('%'), ['Mail 100%_sure']);
    assert.deepEqual(await search('READS'), ['Mail 100%_sure']);
    assert.deepEqual(await search('\\'), []);
    assert.deepEqual(await search(''), ['cookies', 'Mail 100%_sure']);
  });
});

test('pages follow each other without gap or repetition when all sort values are equal', async () => {
  await withTestDatabase(async ({ db }) => {
    const many = Array.from({ length: 30 }, (_, number) => ({
      ...cookies,
      extension_id: `${'a'.repeat(30)}${String.fromCodePoint(97 + (number >> 4), 97 + (number & 15))}`,
    }));
    await importLines(
      db,
      many.map((entry) => JSON.stringify(entry)),
      1_000,
    );
    const sort = { by: 'usercount', order: 'desc' } as const;
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => listExtensions(db, {}, sort, { page, pageSize: 11 })),
    );
    const ids = pages.flatMap(({ items }) => items.map((item) => item.extensionId));
    assert.deepEqual(ids, many.map((entry) => entry.extension_id).toReversed());
    assert.equal(pages[3]?.totalCount, 30);
    assert.deepEqual(
      (await listExtensions(db, {}, sort, { page: 2 ** 53, pageSize: 100 })).items,
      [],
    );
  });
});

test('filters are combined', async () => {
  await withTestDatabase(async ({ db }) => {
    await importLines(db, lines);
    const sort = { by: 'rating', order: 'desc' } as const;
    const filters = {
      status: 'obsolete',
      category: 'Communication',
      itemCategory: 'extension',
      paymentType: 'in_app',
    } as const;
    assert.equal((await listExtensions(db, filters, sort, firstPage)).totalCount, 1);
    assert.equal(
      (await listExtensions(db, { ...filters, status: 'active' }, sort, firstPage)).totalCount,
      0,
    );
  });
});

test('a version of which only metadata is known has no package', async () => {
  await withTestDatabase(async ({ db }) => {
    await importLines(db, lines);
    assert.equal((await findVersion(db, mailId, '2.9.0'))?.packageSha256, undefined);
    assert.equal(await findVersion(db, mailId, '9.9\u0000'), undefined);
  });
});
