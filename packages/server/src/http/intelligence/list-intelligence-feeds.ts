import { operations } from '@extaudit/contract';
import { intelligenceKinds, type IntelligenceKind } from '@extaudit/engine/vocabulary';
import { listFeeds } from '../../storage/catalogue/intelligence-list.ts';
import { answer, route } from '../route.ts';

export const listIntelligenceFeeds = route(
  operations.listIntelligenceFeeds,
  async (_request, { db }) => {
    const feeds = await listFeeds(db);
    return answer(200, {
      feeds: feeds.map(({ feed, entryCount, entriesByKind, updatedAt }) => ({
        feed,
        entry_count: entryCount,
        entries_by_kind: Object.fromEntries(
          intelligenceKinds.map((kind) => [kind, entriesByKind[kind] ?? 0]),
        ) as Record<IntelligenceKind, number>,
        updated_at: updatedAt.toISOString(),
      })),
    });
  },
);
