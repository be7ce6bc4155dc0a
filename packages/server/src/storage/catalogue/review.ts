import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { type CursorPart, datePart, integerPart, textPart, uuidPart } from '../database/cursor.ts';
import { type CursorPage, type CursorPageRequest, readPage } from '../database/cursor-page.ts';
import { likePattern, type SortOrder } from '../database/page.ts';
import { storableText } from '../database/storable-text.ts';

/** The specification's review. */
export interface Review {
  readonly extensionId: string;
  readonly reviewerName: string;
  /** 1 to 5 */
  readonly rating: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly text: string;
  readonly textHash: string;
}

export type ReviewSort = 'reviewer_name' | 'rating' | 'review_date';

export interface ReviewFilters {
  readonly rating?: number | undefined;
  /** Anywhere in the text, in any case. */
  readonly search?: string | undefined;
}

/** An extension that does not exist has no reviews. @throws Refusal where `after` is no cursor of a list in this order */
export async function listReviews(
  db: Database,
  extensionId: string,
  filters: ReviewFilters,
  sort: { readonly by: ReviewSort; readonly order: SortOrder },
  page: CursorPageRequest,
): Promise<CursorPage<Review>> {
  const { rating, search } = filters;
  const { by, order } = sort;
  const parts = [sortParts[by], uuidPart(sql`review_id`)];
  const matching = db
    .selectFrom('review')
    .where('extension_id', '=', extensionId)
    .$if(rating !== undefined, (query) => query.where('rating', '=', rating ?? 0))
    .$if(search !== undefined && search !== '', (query) =>
      query.where('review_text', 'ilike', likePattern(storableText(search ?? ''))),
    );
  const [{ items, next }, { total }] = await Promise.all([
    readPage(
      matching.select([
        'extension_id as extensionId',
        'reviewer_name as reviewerName',
        'rating',
        'review_date as date',
        'review_text as text',
        'review_text_hash as textHash',
      ]),
      { list: `reviews ${by} ${order}`, parts, order },
      page,
    ),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, totalCount: total, next };
}

const sortParts: Readonly<Record<ReviewSort, CursorPart>> = {
  reviewer_name: textPart(sql`lower(reviewer_name)`),
  rating: integerPart(sql`rating`),
  review_date: datePart(sql`review_date`),
};

/** A review that may raise alarm. */
export interface LowRatedReview {
  readonly reviewId: string;
  readonly rating: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Its first 2,000 characters. */
  readonly text: string;
}

/** The newest reviews with one or two stars. */
export async function listLowRatedReviews(
  db: Database,
  extensionId: string,
  limit: number,
): Promise<LowRatedReview[]> {
  return db
    .selectFrom('review')
    .select([
      'review_id as reviewId',
      'rating',
      'review_date as date',
      sql<string>`left(review_text, 2000)`.as('text'),
    ])
    .where('extension_id', '=', extensionId)
    .where('rating', '<=', 2)
    .orderBy('review_date', 'desc')
    .orderBy('review_id', 'desc')
    .limit(limit)
    .execute();
}
