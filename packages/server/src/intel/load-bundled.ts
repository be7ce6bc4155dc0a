import { bundledDate, bundledEntries } from '@extaudit/engine/intelligence';
import type { Database } from '../storage/database/database.ts';
import { saveFeed } from './save-feed.ts';

/** Brings the entries that come with this extaudit into the database, as old as they are; cheap when they are there. */
export async function loadBundled(db: Database): Promise<boolean> {
  return saveFeed(db, 'bundled', bundledEntries(), new Date(bundledDate));
}
