import { operations } from '@extaudit/contract';
import { listDeliveries as list } from '../../storage/alert/delivery.ts';
import { answer, route } from '../route.ts';
import { deliveryData } from './delivery-data.ts';
import { ownWebhook } from './own-webhook.ts';

export const listDeliveries = route(
  operations.listDeliveries,
  async ({ params, query, caller: { accountId } }, { db }) => {
    const { page, page_size: pageSize, after, state, event_type: eventType } = query;
    const { webhookId } = await ownWebhook(db, { accountId, ...params });
    const found = await list(db, webhookId, { state, eventType }, { page, pageSize, after });
    const items = found.items.map(deliveryData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);
