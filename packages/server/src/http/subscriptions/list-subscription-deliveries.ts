import { operations } from '@extaudit/contract';
import { listDeliveries } from '../../storage/alert/delivery.ts';
import { answer, route } from '../route.ts';
import { deliveryData } from '../webhooks/delivery-data.ts';
import { ownSubscription } from './own-subscription.ts';

export const listSubscriptionDeliveries = route(
  operations.listSubscriptionDeliveries,
  async ({ params, query, caller: { accountId } }, { db }) => {
    const { page, page_size: pageSize, after, state } = query;
    const { subscriptionId } = await ownSubscription(db, { accountId, ...params });
    const found = await listDeliveries(db, subscriptionId, { state }, { page, pageSize, after });
    const items = found.items.map(deliveryData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);
