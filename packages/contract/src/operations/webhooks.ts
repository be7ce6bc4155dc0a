import { monitorEventTypes } from '@extaudit/engine/vocabulary';
import { Type } from 'typebox';
import { defaultRateLimit, defineOperation, noOtherFields } from '../operation.ts';
import { MonitorId } from '../schemas/monitor.ts';
import { Deleted, Word } from '../schemas/primitives.ts';
import {
  CreatedWebhook,
  Delivery,
  GivenSecret,
  RotatedWebhookSecret,
  SubscribedEvents,
  Webhook,
  WebhookId,
  WebhookUrl,
  webhookFormats,
} from '../schemas/webhook.ts';

const OneWebhook = Type.Object({ webhook: Webhook });
const ofWebhook = Type.Object({ monitorId: MonitorId, webhookId: WebhookId });
const noWebhook = 'The account has no such monitor, or the monitor no such webhook.';
const badUrl =
  'The body is not as described, or the URL must not be sent to; the message says why.';

export const listWebhooks = defineOperation({
  id: 'list-webhooks',
  method: 'GET',
  path: '/api/v1/monitors/{monitorId}/webhooks',
  tag: 'webhooks',
  summary: "List a monitor's webhooks",
  description: 'The oldest first, without their secrets.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ monitorId: MonitorId }),
  envelope: 'single',
  answers: {
    200: { when: 'The webhooks.', data: Type.Object({ webhooks: Type.Array(Webhook) }) },
  },
  errors: { 404: 'The account has no such monitor.' },
});

export const createWebhook = defineOperation({
  id: 'create-webhook',
  method: 'POST',
  path: '/api/v1/monitors/{monitorId}/webhooks',
  tag: 'webhooks',
  summary: 'Have alerts sent to a URL',
  description:
    'Each event of the types asked for is a POST, signed as `X-Signature: sha256=<hex HMAC-SHA256 of the body>` ' +
    'and as Standard Webhooks, and repeated for three days until it is answered with 2xx; `webhook-id` stays the ' +
    'same. 410 disables the webhook.',
  auth: 'session',
  access: 'write',
  audit: 'webhook_created',
  rateLimit: defaultRateLimit,
  params: Type.Object({ monitorId: MonitorId }),
  body: Type.Object(
    {
      url: WebhookUrl,
      events: SubscribedEvents({ default: monitorEventTypes }),
      secret: Type.Optional(GivenSecret),
      format: Word(webhookFormats, {
        default: 'json',
        description: 'What the receiver understands.',
      }),
    },
    noOtherFields,
  ),
  envelope: 'single',
  answers: {
    201: { when: 'The webhook exists.', data: Type.Object({ webhook: CreatedWebhook }) },
  },
  errors: {
    400: badUrl,
    404: 'The account has no such monitor.',
    409: 'The monitor has 50 webhooks already.',
  },
});

export const getWebhook = defineOperation({
  id: 'get-webhook',
  method: 'GET',
  path: '/api/v1/monitors/{monitorId}/webhooks/{webhookId}',
  tag: 'webhooks',
  summary: 'Read one webhook',
  description: 'And how it fares; without its secret.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: ofWebhook,
  envelope: 'single',
  answers: { 200: { when: 'The webhook.', data: OneWebhook } },
  errors: { 404: noWebhook },
});

export const updateWebhook = defineOperation({
  id: 'update-webhook',
  method: 'PATCH',
  path: '/api/v1/monitors/{monitorId}/webhooks/{webhookId}',
  tag: 'webhooks',
  summary: 'Change a webhook',
  description:
    'What is left out stays as it is. Disabling it cancels what was still to be delivered; enabling one that the ' +
    'service had disabled gives it five days anew.',
  auth: 'session',
  access: 'write',
  audit: 'webhook_changed',
  rateLimit: defaultRateLimit,
  params: ofWebhook,
  body: Type.Object(
    {
      url: Type.Optional(WebhookUrl),
      events: Type.Optional(SubscribedEvents()),
      format: Type.Optional(Word(webhookFormats)),
      enabled: Type.Optional(Type.Boolean()),
    },
    { ...noOtherFields, minProperties: 1 },
  ),
  envelope: 'single',
  answers: { 200: { when: 'The webhook is as asked.', data: OneWebhook } },
  errors: { 400: badUrl, 404: noWebhook },
});

export const deleteWebhook = defineOperation({
  id: 'delete-webhook',
  method: 'DELETE',
  path: '/api/v1/monitors/{monitorId}/webhooks/{webhookId}',
  tag: 'webhooks',
  summary: 'Delete a webhook',
  description: 'With its delivery log and what was still to be delivered.',
  auth: 'session',
  access: 'write',
  audit: 'webhook_deleted',
  rateLimit: defaultRateLimit,
  params: ofWebhook,
  envelope: 'single',
  answers: { 200: { when: 'The webhook is gone.', data: Deleted } },
  errors: { 404: noWebhook },
});

export const rotateSigningSecret = defineOperation({
  id: 'rotate-signing-secret',
  method: 'POST',
  path: '/api/v1/monitors/{monitorId}/webhooks/{webhookId}/secret',
  tag: 'webhooks',
  summary: "Replace a webhook's secret",
  description:
    'For 24 hours more, what is sent carries a `webhook-signature` with the old secret as well; `X-Signature` is ' +
    'made with the new one at once.',
  auth: 'session',
  access: 'secrets',
  audit: 'signing_secret_rotated',
  rateLimit: defaultRateLimit,
  params: ofWebhook,
  envelope: 'single',
  answers: { 201: { when: 'The new secret, shown this once.', data: RotatedWebhookSecret } },
  errors: { 404: noWebhook },
});

export const testWebhook = defineOperation({
  id: 'test-webhook',
  method: 'POST',
  path: '/api/v1/monitors/{monitorId}/webhooks/{webhookId}/test',
  tag: 'webhooks',
  summary: 'Send a test alert',
  description:
    'One attempt, signed like every alert, with `event` `test`. Read the delivery to see how it went. A disabled ' +
    'webhook can be tested as well.',
  auth: 'session',
  access: 'write',
  audit: 'none',
  rateLimit: defaultRateLimit,
  params: ofWebhook,
  envelope: 'single',
  answers: {
    202: { when: 'The test is on its way.', data: Type.Object({ delivery: Delivery }) },
  },
  errors: { 404: noWebhook },
});
