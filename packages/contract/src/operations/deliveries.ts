import { Type } from 'typebox';
import { defaultRateLimit, defineOperation } from '../operation.ts';
import { MonitorId } from '../schemas/monitor.ts';
import { After, Page, PageSize, Word } from '../schemas/primitives.ts';
import {
  Delivery,
  DeliveryDetail,
  DeliveryId,
  WebhookId,
  deliveryEventTypes,
  deliveryStates,
} from '../schemas/webhook.ts';

const noDelivery = 'The account has no such monitor, webhook or delivery.';

export const listDeliveries = defineOperation({
  id: 'list-deliveries',
  method: 'GET',
  path: '/api/v1/monitors/{monitorId}/webhooks/{webhookId}/deliveries',
  tag: 'webhooks',
  summary: "List a webhook's deliveries",
  description: 'The newest first. Filters add up.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ monitorId: MonitorId, webhookId: WebhookId }),
  query: Type.Object({
    page: Page(),
    page_size: PageSize(25),
    state: Type.Optional(Word(deliveryStates)),
    event_type: Type.Optional(Word(deliveryEventTypes)),
    after: Type.Optional(After),
  }),
  envelope: 'list',
  answers: { 200: { when: 'The page; empty past the end.', data: Delivery } },
  errors: { 404: 'The account has no such monitor, or the monitor no such webhook.' },
});

export const getDelivery = defineOperation({
  id: 'get-delivery',
  method: 'GET',
  path: '/api/v1/monitors/{monitorId}/webhooks/{webhookId}/deliveries/{deliveryId}',
  tag: 'webhooks',
  summary: 'Read one delivery',
  description: 'What is sent, and each attempt with what the receiver answered.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ monitorId: MonitorId, webhookId: WebhookId, deliveryId: DeliveryId }),
  envelope: 'single',
  answers: {
    200: { when: 'The delivery.', data: Type.Object({ delivery: DeliveryDetail }) },
  },
  errors: { 404: noDelivery },
});

export const replayDelivery = defineOperation({
  id: 'replay-delivery',
  method: 'POST',
  path: '/api/v1/monitors/{monitorId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  tag: 'webhooks',
  summary: 'Deliver once more',
  description: 'At once, the same bytes under the same `webhook-id`, with all its attempts anew.',
  auth: 'session',
  access: 'write',
  audit: 'none',
  rateLimit: defaultRateLimit,
  params: Type.Object({ monitorId: MonitorId, webhookId: WebhookId, deliveryId: DeliveryId }),
  envelope: 'single',
  answers: {
    202: { when: 'It is on its way.', data: Type.Object({ delivery: Delivery }) },
  },
  errors: { 404: noDelivery, 409: 'The webhook is disabled; enable it first.' },
});

export const replayFailedDeliveries = defineOperation({
  id: 'replay-failed-deliveries',
  method: 'POST',
  path: '/api/v1/monitors/{monitorId}/webhooks/{webhookId}/deliveries/replay',
  tag: 'webhooks',
  summary: 'Deliver once more what failed',
  description:
    "All of the webhook's deliveries that are `exhausted` or `cancelled`, tests excepted.",
  auth: 'session',
  access: 'write',
  audit: 'none',
  rateLimit: defaultRateLimit,
  params: Type.Object({ monitorId: MonitorId, webhookId: WebhookId }),
  envelope: 'single',
  answers: {
    202: {
      when: 'They are on their way.',
      data: Type.Object({
        replayed: Type.Integer({ minimum: 0, description: 'How many there are.' }),
      }),
    },
  },
  errors: {
    404: 'The account has no such monitor, or the monitor no such webhook.',
    409: 'The webhook is disabled; enable it first.',
  },
});
