import { type RawBuilder, sql } from 'kysely';
import { keepShortParts } from '../packages/server/src/domain/catalogue/keep-short-parts.ts';
import { type Database, openDatabase } from '../packages/server/src/storage/database/database.ts';

/** How much a catalogue of scale 1 holds. */
const extensionsTotal = 200_000;
const versionsPerExtension = 5;
const reviewsPerExtension = 10;
const publishersTotal = 20_000;
const permissionSetsTotal = 5_000;

export interface FilledCatalogue {
  readonly extensions: number;
  readonly versions: number;
  readonly reviews: number;
}

/**
 * Makes up a whole catalogue inside the database, every time the same. Ids are the row's number in letters.
 * @param scale 1 is 200,000 extensions
 */
export async function fillCatalogue(url: string, scale: number): Promise<FilledCatalogue> {
  const db = openDatabase(url, { statementSecondsMax: 1_800 });
  const extensions = Math.round(extensionsTotal * scale);
  const [publishers, sets] = [publishersTotal, permissionSetsTotal].map((n) =>
    Math.ceil(n * scale),
  );
  const idOf = sql`lpad(translate(to_hex(i), '0123456789abcdef', 'abcdefghijklmnop'), 32, 'a')`;
  try {
    await sql`INSERT INTO publisher (publisher_id, author, publisher_country)
      SELECT 'publisher-' || i, 'Author ' || i, (ARRAY['DE', 'US', 'IN', 'BR'])[1 + i % 4]
      FROM generate_series(0, ${sql.lit(publishers)} - 1) AS i`.execute(db);
    await sql`INSERT INTO permission_set (permhash, permissions, risk_level)
      SELECT encode(sha256(i::text::bytea), 'hex'), ARRAY['tabs', 'permission-' || i],
        CASE WHEN i % 10 = 0 THEN 'high' END
      FROM generate_series(0, ${sql.lit(sets)} - 1) AS i`.execute(db);
    await sql`INSERT INTO extension (extension_id, name, description, version, status, user_count,
        rating_value, rating_count, category, item_category, payment_type, last_update, publisher_id, permhash,
        risk_score, risk_order, verdict_score, verdict_order, risk_level, classification, headline, analyzed_at,
        analysis_state)
      SELECT ${idOf}, (ARRAY['Reader', 'Writer', 'Helper', 'Blocker'])[1 + i % 4] || ' ' || md5(i::text),
        'Does ' || repeat(md5((i + 1)::text) || ' ', 4) || 'for you.', '5.0',
        CASE WHEN i % 8 = 0 THEN 'obsolete' ELSE 'active' END, (i * 7919) % 1000003, (i % 50) / 10.0,
        i % 5000, 'category-' || i % 40, CASE WHEN i % 30 = 0 THEN 'theme' ELSE 'extension' END,
        (ARRAY['free', 'free', 'free', 'in_app'])[1 + i % 4],
        timestamptz '2020-01-01' + i * interval '11 minutes', 'publisher-' || i % ${sql.lit(publishers)},
        encode(sha256((i % ${sql.lit(sets)})::text::bytea), 'hex'),
        score, score + i / 1e6, score, score + i / 1e6,
        CASE WHEN score > 75 THEN 'critical' WHEN score > 50 THEN 'high' WHEN score > 25 THEN 'medium' WHEN score >= 0 THEN 'low' END,
        CASE WHEN score > 75 THEN 'malicious' WHEN score > 50 THEN 'suspicious' WHEN score >= 0 THEN 'clean' END,
        CASE WHEN score >= 0 THEN 'It can read and change every page you visit, and ' || md5(i::text) || '.' END,
        CASE WHEN score >= 0 THEN timestamptz '2026-01-01' END, CASE WHEN score >= 0 THEN 'audited' END
      FROM generate_series(0, ${sql.lit(extensions)} - 1) AS i,
        LATERAL (SELECT CASE WHEN i % 5 > 0 THEN floor(100 * power(i * 7919 % 10007 / 10007.0, 4))::smallint END) AS s (score)`.execute(
      db,
    );
    await sql`INSERT INTO version (extension_version_id, extension_id, version, permhash, created_at)
      SELECT gen_random_uuid(), ${idOf}, v || '.0', NULL, timestamptz '2020-01-01' + v * interval '90 days'
      FROM generate_series(0, ${sql.lit(extensions)} - 1) AS i,
        generate_series(1, ${sql.lit(versionsPerExtension)}) AS v`.execute(db);
    // The first extension has a hundred times as many, as popular ones do.
    await sql`INSERT INTO review (review_id, extension_id, reviewer_name, rating, review_date, review_text,
        review_text_hash)
      SELECT gen_random_uuid(), ${idOf}, 'Reviewer ' || r, 1 + (i + r) % 5, date '2024-01-01' + r % 700,
        'Works ' || md5(r::text), md5(i || ' ' || r)
      FROM generate_series(0, ${sql.lit(extensions)} - 1) AS i,
        generate_series(1, ${sql.lit(reviewsPerExtension)} * CASE WHEN i = 0 THEN 100 ELSE 1 END) AS r`.execute(
      db,
    );
    await fillReports(db, extensions);
    await fillFacts(db, extensions, idOf);
    await keepShortParts(db);
    await sql`VACUUM ANALYZE`.execute(db);
  } finally {
    await db.destroy();
  }
  return {
    extensions,
    versions: extensions * versionsPerExtension,
    reviews: extensions * reviewsPerExtension,
  };
}

/** One version in fifty has a body as reports have it; lists must not read any. */
async function fillReports(db: Database, extensions: number): Promise<void> {
  const body = JSON.stringify({ findings: Array.from({ length: 60 }, () => 'x'.repeat(300)) });
  await sql`ALTER TABLE analysis DISABLE TRIGGER USER`.execute(db);
  await sql`INSERT INTO analysis (analysis_id, extension_version_id, state, priority, message_id, report, risk_score,
      risk_level, classification, risk_order, headline, ruleset_hash, finished_at)
    SELECT gen_random_uuid(), extension_version_id, 'completed', 'low', gen_random_uuid(),
      CASE WHEN row_number() OVER () % 50 = 0 THEN ${body}::json ELSE '{}' END, 12, 'low', 'clean', 12.5,
      'It can read and change every page you visit.', 'made up', now()
    FROM version LIMIT ${sql.lit(extensions * versionsPerExtension)}`.execute(db);
  await sql`ALTER TABLE analysis ENABLE TRIGGER USER`.execute(db);
}

/** Some 25 facts an extension: of most kinds, a few values are everywhere and most are rare. */
async function fillFacts(db: Database, extensions: number, idOf: RawBuilder<unknown>) {
  const kinds = [
    { kind: 'api', values: 300, each: 9, skew: 3 },
    { kind: 'finding', values: 100, each: 5, skew: 3 },
    { kind: 'flow', values: 40, each: 3, skew: 3 },
    { kind: 'host', values: 50_000, each: 7, skew: 5 },
    { kind: 'file', values: 100_000, each: 7, skew: 2 },
  ];
  await sql`ALTER TABLE fact DISABLE TRIGGER USER`.execute(db);
  let first = 1;
  for (const { kind, values, each, skew } of kinds) {
    await sql`INSERT INTO fact_value (fact_value_id, kind, value) OVERRIDING SYSTEM VALUE
      SELECT ${sql.lit(first)} + n, ${kind}::text, ${kind}::text || '-' || n || '.example'
      FROM generate_series(0, ${sql.lit(values)} - 1) AS n`.execute(db);
    await sql`INSERT INTO fact (fact_value_id, extension_id, file, line, places)
      SELECT ${sql.lit(first)} + floor(${sql.lit(values)} * power((i * 7919 + k * 104729) % 1000003 / 1000003.0, ${sql.lit(skew)}))::bigint,
        ${idOf}, 'js/background.js', 1 + k, 1
      FROM generate_series(0, ${sql.lit(extensions)} - 1) AS i, generate_series(1, ${sql.lit(each)}) AS k
      ON CONFLICT DO NOTHING`.execute(db);
    first += values;
  }
  await sql`UPDATE fact_value AS v SET extensions = c.extensions
    FROM (SELECT fact_value_id, count(*) AS extensions FROM fact GROUP BY 1) AS c
    WHERE c.fact_value_id = v.fact_value_id`.execute(db);
  await sql`ALTER TABLE fact ENABLE TRIGGER USER`.execute(db);
}
