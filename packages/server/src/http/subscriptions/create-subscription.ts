import { operations } from '@extaudit/contract';
import { createSubscription as create } from '../../domain/alert/create-subscription.ts';
import { answer, route } from '../route.ts';
import { subscriptionData } from './subscription-data.ts';

export const createSubscription = route(
  operations.createSubscription,
  async ({ body, caller, actor }, services) => {
    const {
      inventory_id: inventoryId = null,
      extension_ids: extensionIds = [],
      watches = inventoryId === null ? 'all' : 'inventory',
      min_severity: severityMin = 'info',
      ...wanted
    } = body;
    const { accountId } = caller;
    const row = { ...wanted, accountId, watches, inventoryId, extensionIds, severityMin };
    const { subscription, secret } = await create(services, row, actor);
    const isShown = body.secret === undefined && body.format !== 'email';
    return answer(201, {
      subscription: subscriptionData(subscription, caller),
      ...(isShown && { secret }),
    });
  },
);
