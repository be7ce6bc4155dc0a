import { operations } from '@extaudit/contract';
import { answer, route } from '../route.ts';
import { monitorData } from './monitor-data.ts';
import { ownMonitor } from './own-monitor.ts';

export const getMonitor = route(
  operations.getMonitor,
  async ({ params: { monitorId }, caller: { accountId } }, { db }) =>
    answer(200, { monitor: monitorData(await ownMonitor(db, { accountId, monitorId })) }),
);
