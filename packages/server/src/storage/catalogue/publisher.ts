import type { PublisherRecord } from '@extaudit/engine';
import type { RiskLevel } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import {
  bigintPart,
  type CursorPart,
  integerPart,
  momentPart,
  numberPart,
  textPart,
} from '../database/cursor.ts';
import { type CursorPage, type CursorPageRequest, readPage } from '../database/cursor-page.ts';
import type { SortOrder } from '../database/page.ts';
import type { ReputationReason } from '../database/publisher-tables.ts';
import { storableText } from '../database/storable-text.ts';

/** A publisher as told and as judged. */
export interface Publisher {
  readonly publisherId: string;
  readonly author: string;
  readonly email: string | null;
  readonly isEmailInvalid: boolean;
  readonly website: string | null;
  readonly publisherCountry: string | null;
  readonly totalExtensions: number;
  readonly activeExtensions: number;
  readonly obsoleteExtensions: number;
  readonly maliciousExtensions: number;
  readonly manifestV2Extensions: number;
  readonly manifestV3Extensions: number;
  readonly riskLevel: RiskLevel | 'unknown';
  readonly averageRating: number;
  readonly totalUsers: number;
  readonly isVerified: boolean;
  readonly hasMaliciousHistory: boolean;
  readonly createdAt: Date;
}

export interface JudgedPublisher extends Publisher {
  readonly score: number;
  readonly reasons: readonly ReputationReason[];
  readonly computedAt: Date;
}

/** The publisher as the specification's extension detail has it. */
export interface ExtensionPublisher {
  readonly publisherId: string;
  readonly author: string;
  readonly totalExtensions: number;
  readonly activeExtensions: number;
  readonly riskLevel: RiskLevel | 'unknown';
}

export type PublisherSort = keyof typeof sortParts;

export interface PublisherFilters {
  readonly riskLevel?: RiskLevel | 'unknown' | undefined;
  readonly extensionsMin?: number | undefined;
  readonly hasMalicious?: boolean | undefined;
  /** As told, in any case. */
  readonly country?: string | undefined;
}

/**
 * Ties are ordered by publisher id, so that pages neither repeat nor skip.
 * @throws Refusal where `after` is no cursor of a list in this order
 */
export async function listPublishers(
  db: Database,
  filters: PublisherFilters,
  sort: { readonly by: PublisherSort; readonly order: SortOrder },
  page: CursorPageRequest,
): Promise<CursorPage<Publisher>> {
  const { riskLevel, extensionsMin, hasMalicious, country } = filters;
  const conditions = [
    ...(riskLevel === undefined ? [] : [sql`r.risk_level = ${riskLevel}`]),
    ...(extensionsMin === undefined ? [] : [sql`r.total_extensions >= ${extensionsMin}`]),
    ...(hasMalicious === undefined ? [] : [sql`(r.malicious_extensions > 0) = ${hasMalicious}`]),
    ...(country === undefined
      ? []
      : [sql`lower(p.publisher_country) = ${storableText(country).toLowerCase()}`]),
  ];
  const matches = sql<boolean>`${sql.join([sql`true`, ...conditions], sql` AND `)}`;
  // Who is judged is a publisher; only what is asked of the publisher itself needs the other table.
  const counted = country === undefined ? db.selectFrom('publisher_reputation as r') : undefined;
  // The id of the table that the order's index is on, so that the index serves ties as well.
  const tieBreak = sort.by === 'author' || sort.by === 'created_at' ? 'p' : 'r';
  const parts = [sortParts[sort.by], textPart(sql.ref(`${tieBreak}.publisher_id`))];
  const [{ items, next }, { total }] = await Promise.all([
    readPage(
      selectPublishers(db).select(columns).where(matches),
      { list: `publishers ${sort.by} ${sort.order}`, parts, order: sort.order },
      page,
    ),
    (counted ?? selectPublishers(db))
      .select(sql<number>`count(*)`.as('total'))
      .where(matches)
      .executeTakeFirstOrThrow(),
  ]);
  return { items, totalCount: total, next };
}

export async function findPublisher(
  db: Database,
  publisherId: string,
): Promise<JudgedPublisher | undefined> {
  return selectPublishers(db)
    .select([...columns, 'r.score', 'r.reasons', 'r.computed_at as computedAt'])
    .where('p.publisher_id', '=', storableText(publisherId))
    .executeTakeFirst();
}

/** What the store reported or what we hold, whichever is more; as told until it is judged. */
export async function findExtensionPublisher(
  db: Database,
  publisherId: string,
): Promise<ExtensionPublisher | undefined> {
  return db
    .selectFrom('publisher as p')
    .leftJoin('publisher_reputation as r', 'r.publisher_id', 'p.publisher_id')
    .where('p.publisher_id', '=', publisherId)
    .select((field) => [
      'p.publisher_id as publisherId',
      'p.author',
      field.fn.coalesce('r.risk_level', 'p.risk_level').as('riskLevel'),
      sql<number>`greatest(p.reported_extensions, (SELECT count(*) FROM extension e
        WHERE e.publisher_id = p.publisher_id))`.as('totalExtensions'),
      sql<number>`greatest(p.reported_active_extensions, (SELECT count(*) FROM extension e
        WHERE e.publisher_id = p.publisher_id AND e.status = 'active'))`.as('activeExtensions'),
    ])
    .executeTakeFirst();
}

/** What an audit of the extension is to know of its publisher; `undefined` while that is unknown. */
export async function findPublisherFacts(
  db: Database,
  extensionId: string,
): Promise<PublisherRecord | undefined> {
  return selectPublishers(db)
    .innerJoin('extension as e', 'e.publisher_id', 'p.publisher_id')
    .where('e.extension_id', '=', extensionId)
    .select([
      'r.risk_level as riskLevel',
      'p.is_verified as isVerified',
      'r.total_extensions as totalExtensions',
      'r.malicious_history as hasMaliciousHistory',
    ])
    .executeTakeFirst();
}

function selectPublishers(db: Database) {
  return db
    .selectFrom('publisher_reputation as r')
    .innerJoin('publisher as p', 'p.publisher_id', 'r.publisher_id');
}

const columns = [
  'p.publisher_id as publisherId',
  'p.author',
  'p.email',
  'r.email_is_invalid as isEmailInvalid',
  'p.website',
  'p.publisher_country as publisherCountry',
  'r.total_extensions as totalExtensions',
  'r.active_extensions as activeExtensions',
  'r.obsolete_extensions as obsoleteExtensions',
  'r.malicious_extensions as maliciousExtensions',
  'r.manifest_v2_extensions as manifestV2Extensions',
  'r.manifest_v3_extensions as manifestV3Extensions',
  'r.risk_level as riskLevel',
  'r.avg_rating as averageRating',
  'r.total_users as totalUsers',
  'p.is_verified as isVerified',
  'r.malicious_history as hasMaliciousHistory',
  'p.created_at as createdAt',
] as const;

const sortParts = {
  author: textPart(sql`lower(p.author)`),
  risk: integerPart(sql`r.score`),
  total_extensions: integerPart(sql`r.total_extensions`),
  total_users: bigintPart(sql`r.total_users`),
  avg_rating: numberPart(sql`r.avg_rating`),
  created_at: momentPart(sql`p.created_at`),
} as const satisfies Record<string, CursorPart>;
