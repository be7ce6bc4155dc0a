import type { Confidence, IntelligenceKind, Severity } from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import { textPart } from '../database/cursor.ts';
import { type CursorPage, type CursorPageRequest, readPage } from '../database/cursor-page.ts';
import type { Database } from '../database/database.ts';
import { storableText } from '../database/storable-text.ts';
import { intelligenceOf } from './intelligence.ts';

export interface FeedCounts {
  readonly feed: string;
  readonly entryCount: number;
  readonly entriesByKind: Readonly<Partial<Record<IntelligenceKind, number>>>;
  readonly updatedAt: Date;
}

/** By name. */
export async function listFeeds(db: Database): Promise<readonly FeedCounts[]> {
  const { rows } = await sql<FeedCounts>`
    SELECT f.feed, f.entry_count AS "entryCount", f.updated_at AS "updatedAt",
      coalesce((SELECT jsonb_object_agg(k.kind, k.entries) FROM (
        SELECT kind, count(*) AS entries FROM intelligence_entry AS e WHERE e.feed = f.feed GROUP BY kind
      ) AS k), '{}') AS "entriesByKind"
    FROM intelligence_feed AS f ORDER BY f.feed`.execute(db);
  return rows;
}

export interface ListedEntry {
  readonly kind: IntelligenceKind;
  readonly value: string;
  readonly feed: string;
  readonly source: string;
  readonly confidence: Confidence;
  readonly severity: Severity | null;
  /** `YYYY-MM-DD` */
  readonly date: string | null;
  readonly reference: string | null;
  readonly threats: readonly string[];
}

export interface EntryFilters {
  /** One of them, as entries have them. */
  readonly values?: readonly string[] | undefined;
  /** Lower-case name; its vulnerable versions match beside `values`. */
  readonly library?: string | undefined;
  readonly kind?: IntelligenceKind | undefined;
  readonly confidence?: Confidence | undefined;
  readonly feed?: string | undefined;
}

/** By kind, value and feed. @throws Refusal where `after` is no cursor of entries */
export async function listEntries(
  db: Database,
  { values, library, kind, confidence, feed }: EntryFilters,
  page: CursorPageRequest,
): Promise<CursorPage<ListedEntry>> {
  const matching = intelligenceOf(db)
    .selectFrom('intelligence_entry')
    .$if(values !== undefined, (query) =>
      query.where(
        sql<boolean>`(value = ANY(${(values ?? []).map((value) => storableText(value))}::text[])
          OR kind = 'vulnerable_library' AND starts_with(value, ${storableText(library ?? '')} || '@'))`,
      ),
    )
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'domain'))
    .$if(confidence !== undefined, (query) => query.where('confidence', '=', confidence ?? 'low'))
    .$if(feed !== undefined, (query) => query.where('feed', '=', storableText(feed ?? '')));
  const parts = [textPart(sql`kind`), textPart(sql`value`), textPart(sql`feed`)];
  const [{ items, next }, { total }] = await Promise.all([
    readPage(
      matching
        .select([
          'kind',
          'value',
          'feed',
          'source',
          'confidence',
          'severity',
          'reference',
          'threats',
        ])
        .select(sql<string | null>`to_char(date, 'YYYY-MM-DD')`.as('date')),
      { list: 'intelligence', parts, order: 'asc' },
      page,
    ),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, totalCount: total, next };
}

/** Whether any feed names the value. */
export async function isNamed(
  db: Database,
  { kind, value }: Pick<ListedEntry, 'kind' | 'value'>,
): Promise<boolean> {
  const row = await intelligenceOf(db)
    .selectFrom('intelligence_entry')
    .select('feed')
    .where('kind', '=', kind)
    .where('value', '=', storableText(value))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
