import type { RiskLevel } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import { bigintPart, booleanPart, integerPart, reversed, textPart } from '../database/cursor.ts';
import { type CursorPage, type CursorPageRequest, readPage } from '../database/cursor-page.ts';
import type { Database } from '../database/database.ts';
import type { ExtensionStatus } from '../database/tables.ts';

/** The specification's extension in a PermHash list. */
export interface PermhashExtension {
  readonly extensionId: string;
  readonly name: string;
  readonly version: string;
  readonly userCount: number;
  readonly ratingValue: number;
  readonly isTrustedPublisher: boolean;
  readonly byGoogle: boolean;
  readonly status: ExtensionStatus;
  readonly lastUpdate: Date;
}

/**
 * Extensions whose current version has our permhash, most users first; the count is a kept one.
 * @throws Refusal where `after` is no cursor of such a list
 */
export async function listExtensionsByPermhash(
  db: Database,
  permhash: string,
  page: CursorPageRequest,
): Promise<CursorPage<PermhashExtension>> {
  const set = await findPermissionSet(db, permhash);
  if (!set || set.extensionCount === 0) return { items: [], totalCount: 0, next: null };
  const matching = extensionsOf(db).where('permhash', '=', permhash);
  return { ...(await readPage(matching, mostUsedFirst, page)), totalCount: set.extensionCount };
}

/** The same by Google's permhash, which is kept for versions. */
export async function listExtensionsByMandiant(
  db: Database,
  permhash: string,
  page: CursorPageRequest,
): Promise<CursorPage<PermhashExtension>> {
  const withHash = sql<boolean>`EXISTS (SELECT FROM version AS v WHERE v.permhash_mandiant = ${permhash}
    AND v.extension_id = extension.extension_id AND v.version = extension.version)`;
  const { total } = await db
    .selectFrom('extension')
    .where(withHash)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  if (total === 0) return { items: [], totalCount: 0, next: null };
  const matching = extensionsOf(db).where(withHash);
  return { ...(await readPage(matching, mostUsedFirst, page)), totalCount: total };
}

export interface PermissionSetRow {
  readonly permhash: string;
  readonly permissions: readonly string[];
  readonly extensionCount: number;
  readonly totalUsers: number;
  readonly knownMalicious: number;
}

export async function findPermissionSet(
  db: Database,
  permhash: string,
): Promise<PermissionSetRow | undefined> {
  return db
    .selectFrom('permission_set')
    .select(setColumns)
    .where('permhash', '=', permhash)
    .executeTakeFirst();
}

/** @returns the permhash of the current version, null when its manifest is unknown; `undefined` when there is no such extension */
export async function findPermhashOf(
  db: Database,
  extensionId: string,
): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('extension')
    .select('permhash')
    .where('extension_id', '=', extensionId)
    .executeTakeFirst();
  return row?.permhash;
}

export interface SampleExtension {
  readonly permhash: string;
  readonly extensionId: string;
  readonly name: string;
  readonly userCount: number;
  readonly ratingValue: number;
  readonly isTrustedPublisher: boolean;
}

/** Of each permhash, its extensions with most users. */
export async function sampleExtensions(
  db: Database,
  permhashes: readonly string[],
  samplesMax: number,
): Promise<ReadonlyMap<string, readonly SampleExtension[]>> {
  const { rows } = await sql<SampleExtension>`
    SELECT e.* FROM unnest(${[...permhashes]}::text[]) AS wanted (permhash), LATERAL (
      SELECT permhash, extension_id AS "extensionId", name, user_count AS "userCount",
        rating_value AS "ratingValue", is_trusted_publisher AS "isTrustedPublisher"
      FROM extension WHERE extension.permhash = wanted.permhash
      ORDER BY user_count DESC, extension_id LIMIT ${samplesMax}) AS e`.execute(db);
  return Map.groupBy(rows, ({ permhash }) => permhash);
}

export type RiskyLevel = Exclude<RiskLevel, 'low'>;

export interface RiskyCluster extends PermissionSetRow {
  readonly riskLevel: RiskyLevel;
  readonly riskReasons: readonly string[];
  /** Shared by so many honest extensions that it says little. */
  readonly isCommon: boolean;
}

/** As `risk_rank` has them. */
const levelsByRank: readonly (RiskyLevel | undefined)[] = [undefined, 'medium', 'high', 'critical'];

/**
 * Rare before common, then the worst level, then the most users.
 * @throws Refusal where `after` is no cursor of clusters
 */
export async function listRiskyClusters(
  db: Database,
  filters: { readonly extensionsMin: number; readonly level: RiskyLevel | undefined },
  page: CursorPageRequest,
): Promise<CursorPage<RiskyCluster>> {
  const matching = db
    .selectFrom('permission_set')
    .where('risk_rank', 'is not', null)
    .where('extension_count', '>=', filters.extensionsMin)
    .$if(filters.level !== undefined, (query) =>
      query.where('risk_rank', '=', levelsByRank.indexOf(filters.level)),
    );
  const parts = [
    booleanPart(sql`is_common`),
    reversed(integerPart(sql`risk_rank`)),
    reversed(bigintPart(sql`total_users`)),
    textPart(sql`permhash`),
  ];
  const [found, { total }] = await Promise.all([
    readPage(
      matching
        .select(setColumns)
        .select(['risk_rank as riskRank', 'risk_reasons as riskReasons', 'is_common as isCommon']),
      { list: 'risky clusters', parts, order: 'asc' },
      page,
    ),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const items = found.items.map(({ riskRank, ...row }) => ({
    ...row,
    riskLevel: levelsByRank[riskRank ?? 0] ?? 'medium',
  }));
  return { items, totalCount: total, next: found.next };
}

export interface NearPermissionSet extends PermissionSetRow {
  /** Share of the permissions of both sets together that both have, 0-1. */
  readonly similarity: number;
}

/** Bounds of the search, whatever the catalogue holds. */
const bandRowsMax = 20_000;
const candidatesMax = 500;

/** Other sets that extensions have now, most alike first; candidates share a MinHash band. */
export async function listNearPermissionSets(
  db: Database,
  set: Pick<PermissionSetRow, 'permhash' | 'permissions'>,
  limits: { readonly similarityMin: number; readonly setsMax: number },
): Promise<readonly NearPermissionSet[]> {
  const size = set.permissions.length;
  const { rows } = await sql<NearPermissionSet>`
    WITH near AS (
      SELECT b.permhash FROM permission_band AS b
      WHERE b.band IN (SELECT band FROM permission_band WHERE permhash = ${set.permhash})
        AND b.permissions BETWEEN ${Math.ceil(size * limits.similarityMin)}
          AND ${Math.floor(size / limits.similarityMin)}
      LIMIT ${bandRowsMax}
    ), candidate AS (
      SELECT permhash FROM near WHERE permhash <> ${set.permhash}
      GROUP BY permhash ORDER BY count(*) DESC, permhash LIMIT ${candidatesMax}
    ), compared AS (
      SELECT s.*, (SELECT count(*) FROM unnest(s.permissions) AS permission
        WHERE permission = ANY (${[...set.permissions]}::text[])) AS shared
      FROM candidate JOIN permission_set AS s USING (permhash)
      WHERE s.extension_count > 0
    )
    SELECT permhash, permissions, extension_count AS "extensionCount", total_users AS "totalUsers",
      known_malicious AS "knownMalicious",
      shared::float / (cardinality(permissions) + ${size}::integer - shared) AS similarity
    FROM compared
    WHERE shared >= ${limits.similarityMin}::float * (cardinality(permissions) + ${size}::integer - shared)
    ORDER BY similarity DESC, total_users DESC, permhash
    LIMIT ${limits.setsMax}`.execute(db);
  return rows;
}

const setColumns = [
  'permhash',
  'permissions',
  'extension_count as extensionCount',
  'total_users as totalUsers',
  'known_malicious as knownMalicious',
] as const;

const mostUsedFirst = {
  list: 'permhash',
  parts: [integerPart(sql`user_count`), reversed(textPart(sql`extension_id`))],
  order: 'desc',
} as const;

function extensionsOf(db: Database) {
  return db
    .selectFrom('extension')
    .select(['extension_id as extensionId', 'name', 'version', 'user_count as userCount'])
    .select(['rating_value as ratingValue', 'is_trusted_publisher as isTrustedPublisher'])
    .select(['by_google as byGoogle', 'status', 'last_update as lastUpdate']);
}
