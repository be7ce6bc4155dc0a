import { operations } from '@extaudit/contract';
import { answer, route } from '../route.ts';
import { ownWebhook } from './own-webhook.ts';
import { webhookData } from './webhook-data.ts';

export const getWebhook = route(
  operations.getWebhook,
  async ({ params, caller: { accountId } }, { db }) =>
    answer(200, { webhook: webhookData(await ownWebhook(db, { accountId, ...params })) }),
);
