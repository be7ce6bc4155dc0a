import { operations } from '@extaudit/contract';
import { readFeed } from '../../domain/monitor/read-feed.ts';
import { readPlace, writeCursor } from '../../storage/database/cursor.ts';
import { readMoment } from '../read-moment.ts';
import { answer, route } from '../route.ts';
import { feedEventData } from './feed-event-data.ts';

export const listEvents = route(
  operations.listEvents,
  async ({ query, caller: { accountId } }, { db }) => {
    const { after, page_size: pageSize, order, since, event_type: eventType } = query;
    const list = `events ${order}`;
    const position =
      after === undefined ? undefined : Number(readPlace(after, list, [/^\d{1,15}$/])[0]);
    const filters = {
      eventTypes: eventType && [eventType],
      extensionIds: query.extension_id === undefined ? undefined : [query.extension_id],
      severityMin: query.min_severity,
      notBefore: since === undefined ? undefined : readMoment('since', since, 'first'),
    };
    // One more than is shown tells whether there are more.
    const found = await readFeed(db, accountId, filters, { order, position, limit: pageSize + 1 });
    const shown = found.slice(0, pageSize);
    const hasMore = found.length > pageSize;
    const last = shown.at(-1)?.position ?? position ?? 0;
    const isEnd = order === 'desc' && !hasMore;
    return answer(200, {
      events: shown.map(feedEventData),
      next: isEnd ? null : writeCursor(list, [String(last)]),
      has_more: hasMore,
    });
  },
);
