import { createHash } from 'node:crypto';
import type { Database } from '../storage/database/database.ts';
import { FeedError, fetchFeed, type FetchLimits } from './fetch-feed.ts';
import { loadBundled } from './load-bundled.ts';
import { readFeed } from './read-feed.ts';
import { saveFeed } from './save-feed.ts';

/** What became of one feed. */
export interface FeedUpdate {
  /** Its address, a secret in the query left out. */
  readonly feed: string;
  /** `failed`: what it said before is kept. */
  readonly outcome: 'updated' | 'unchanged' | 'failed';
  /** Taken over, repetitions included. */
  readonly entries: number;
  readonly badEntries: number;
  /** Why it failed, or what was wrong with the first bad entries. */
  readonly problems: readonly string[];
}

export interface UpdateOptions {
  readonly urls: readonly string[];
  /** Only brings the bundled entries up to date; no feed is asked. */
  readonly offline: boolean;
  readonly now: Date;
  readonly limits?: FetchLimits;
}

/** Fetches each feed and makes what it says now all that it says; one that fails keeps the others from nothing. */
export async function updateIntelligence(
  db: Database,
  options: UpdateOptions,
): Promise<readonly FeedUpdate[]> {
  await loadBundled(db);
  if (options.offline) return [];
  const updates: FeedUpdate[] = [];
  for (const url of new Set(options.urls)) updates.push(await updateFeed(db, url, options));
  return updates;
}

async function updateFeed(
  db: Database,
  url: string,
  { now, limits }: UpdateOptions,
): Promise<FeedUpdate> {
  const feed = feedName(url);
  try {
    const { entries, badEntries, problems } = readFeed(
      await fetchFeed(url, limits),
      new URL(url).host,
    );
    const isChanged = await saveFeed(db, feed, entries, now);
    const outcome = isChanged ? 'updated' : 'unchanged';
    return { feed, outcome, entries: entries.length, badEntries, problems };
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    return { feed, outcome: 'failed', entries: 0, badEntries: 0, problems: [error.message] };
  }
}

/** A query may hold a key, which belongs neither into the database nor on a terminal. */
function feedName(url: string): string {
  const { origin, pathname, search } = new URL(url);
  const digest = createHash('sha256').update(search).digest('hex').slice(0, 8);
  return `${origin}${pathname}${search === '' ? '' : `?…${digest}`}`;
}
