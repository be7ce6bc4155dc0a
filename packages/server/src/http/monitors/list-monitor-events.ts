import { operations } from '@extaudit/contract';
import { listMonitorEvents as list } from '../../storage/monitor/monitor-event.ts';
import { answer, route } from '../route.ts';
import { eventData } from './event-data.ts';
import { ownMonitor } from './own-monitor.ts';
import { readMoment } from '../read-moment.ts';

export const listMonitorEvents = route(
  operations.listMonitorEvents,
  async ({ params: { monitorId }, query, caller: { accountId } }, { db }) => {
    const {
      page,
      page_size: pageSize,
      after,
      event_type: eventType,
      start_date: start,
      end_date: end,
    } = query;
    const notBefore = start === undefined ? undefined : readMoment('start_date', start, 'first');
    const notAfter = end === undefined ? undefined : readMoment('end_date', end, 'last');
    await ownMonitor(db, { accountId, monitorId });
    const filters = { eventType, notBefore, notAfter };
    const found = await list(db, monitorId, filters, { page, pageSize, after });
    const items = found.items.map(eventData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);
