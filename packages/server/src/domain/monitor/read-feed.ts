import { Refusal } from '../../errors.ts';
import type { Database } from '../../storage/database/database.ts';
import {
  type FeedEvent,
  type FeedFilters,
  type FeedPlace,
  lastFeedPosition,
  listFeed,
} from '../../storage/monitor/feed.ts';

/**
 * An account's events from a place on, as `listFeed` gives them. Refuses with `invalid_parameter` a place that the feed has
 * not reached: whoever went on from there would silently miss what comes until it is as long.
 */
export async function readFeed(
  db: Database,
  accountId: string,
  filters: FeedFilters,
  place: FeedPlace,
): Promise<FeedEvent[]> {
  const events = await listFeed(db, accountId, filters, place);
  const { position = 0, order } = place;
  if (events.length > 0 || order === 'desc' || position <= (await lastFeedPosition(db, accountId)))
    return events;
  throw new Refusal(
    'invalid_parameter',
    'after lies ahead of the feed: it is of another account, or of a time that a restored backup does not hold; begin again with since',
  );
}
