import { operations } from '@extaudit/contract';
import { changeSubscription } from '../../domain/alert/change-subscription.ts';
import { answer, route } from '../route.ts';
import { refuseSubscription } from './own-subscription.ts';
import { subscriptionData } from './subscription-data.ts';

export const updateSubscription = route(
  operations.updateSubscription,
  async ({ params, body, caller, actor }, services) => {
    const {
      inventory_id: inventoryId,
      extension_ids: extensionIds,
      min_severity: severityMin,
      watches = inventoryId === undefined ? undefined : 'inventory',
      ...rest
    } = body;
    const key = { accountId: caller.accountId, ...params };
    const change = { ...rest, watches, inventoryId, extensionIds, severityMin };
    const subscription = await changeSubscription(services, key, change, actor);
    return answer(200, {
      subscription: subscriptionData(subscription ?? refuseSubscription(), caller),
    });
  },
);
