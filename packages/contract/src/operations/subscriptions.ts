import { monitorEventTypes } from '@extaudit/engine/vocabulary';
import { Type } from 'typebox';
import { defaultRateLimit, defineOperation, noOtherFields } from '../operation.ts';
import { After, Deleted, Page, PageSize, Word, InventoryId } from '../schemas/primitives.ts';
import {
  LeastSeverity,
  SubscribedExtensions,
  Subscription,
  subscriptionFormats,
  subscriptionFrequencies,
  SubscriptionId,
  SubscriptionName,
  SubscriptionUrl,
  subscriptionWatches,
} from '../schemas/subscription.ts';
import {
  Delivery,
  DeliveryDetail,
  DeliveryId,
  deliveryStates,
  GivenSecret,
  SubscribedEvents,
} from '../schemas/webhook.ts';

const OneSubscription = Type.Object({ subscription: Subscription });
const ofSubscription = Type.Object({ subscriptionId: SubscriptionId });
const ofDelivery = Type.Object({ subscriptionId: SubscriptionId, deliveryId: DeliveryId });
const noSubscription = 'The account has no such subscription.';
const noDelivery = 'The account has no such subscription, or the subscription no such delivery.';
const badPlace =
  'The body is not as described, or the place must not be sent to; the message says why.';

const shared = { tag: 'subscriptions', auth: 'session', rateLimit: defaultRateLimit } as const;

export const listSubscriptions = defineOperation({
  ...shared,
  id: 'list-subscriptions',
  method: 'GET',
  path: '/api/v1/subscriptions',
  summary: 'List who is told of what changes',
  description: 'All subscriptions of the account, the oldest first, without their secrets.',
  access: 'read',
  envelope: 'single',
  answers: {
    200: {
      when: 'The subscriptions.',
      data: Type.Object({ subscriptions: Type.Array(Subscription) }),
    },
  },
  errors: {},
});

export const createSubscription = defineOperation({
  ...shared,
  id: 'create-subscription',
  method: 'POST',
  path: '/api/v1/subscriptions',
  summary: 'Have one place told of everything that is watched',
  description:
    'No monitors need to be made for it: what it watches is watched within a minute, and changes are told from then on. ' +
    'Messages are signed, repeated and logged as those of webhooks are; mail is handed to the mail server of the service.',
  access: 'write',
  audit: 'subscription_created',
  body: Type.Object(
    {
      name: SubscriptionName,
      watches: Type.Optional(
        Word(subscriptionWatches, {
          description: 'Without it `inventory` where `inventory_id` names one, else `all`.',
        }),
      ),
      inventory_id: Type.Optional(InventoryId),
      extension_ids: Type.Optional(SubscribedExtensions),
      events: SubscribedEvents({ default: monitorEventTypes }),
      min_severity: Type.Optional(LeastSeverity),
      frequency: Word(subscriptionFrequencies, { default: 'at_once' }),
      url: SubscriptionUrl,
      format: Word(subscriptionFormats, {
        default: 'json',
        description: 'What the receiver understands; `email` with a `mailto:` URL.',
      }),
      secret: Type.Optional(GivenSecret),
    },
    noOtherFields,
  ),
  envelope: 'single',
  answers: {
    201: {
      when: 'The subscription exists.',
      data: Type.Object({
        subscription: Subscription,
        secret: Type.Optional(
          Type.String({
            description:
              'What signs its messages, shown this once; not of mail, nor where one was given.',
          }),
        ),
      }),
    },
  },
  errors: {
    400: badPlace,
    404: 'The account has no such inventory.',
    409: 'The account has 100 subscriptions already.',
  },
});

export const getSubscription = defineOperation({
  ...shared,
  id: 'get-subscription',
  method: 'GET',
  path: '/api/v1/subscriptions/{subscriptionId}',
  summary: 'Read one subscription',
  description: 'And how it fares; without its secret.',
  access: 'read',
  params: ofSubscription,
  envelope: 'single',
  answers: { 200: { when: 'The subscription.', data: OneSubscription } },
  errors: { 404: noSubscription },
});

export const updateSubscription = defineOperation({
  ...shared,
  id: 'update-subscription',
  method: 'PATCH',
  path: '/api/v1/subscriptions/{subscriptionId}',
  summary: 'Change a subscription',
  description:
    'What is left out stays as it is. Disabling it cancels what was still to be delivered; what happens meanwhile is ' +
    'only in the events of the account.',
  access: 'write',
  audit: 'subscription_changed',
  params: ofSubscription,
  body: Type.Object(
    {
      name: Type.Optional(SubscriptionName),
      watches: Type.Optional(Word(subscriptionWatches)),
      inventory_id: Type.Optional(InventoryId),
      extension_ids: Type.Optional(SubscribedExtensions),
      events: Type.Optional(SubscribedEvents()),
      min_severity: Type.Optional(LeastSeverity),
      frequency: Type.Optional(Word(subscriptionFrequencies)),
      url: Type.Optional(SubscriptionUrl),
      format: Type.Optional(Word(subscriptionFormats)),
      enabled: Type.Optional(Type.Boolean()),
    },
    { ...noOtherFields, minProperties: 1 },
  ),
  envelope: 'single',
  answers: { 200: { when: 'The subscription is as asked.', data: OneSubscription } },
  errors: { 400: badPlace, 404: 'The account has no such subscription, or no such inventory.' },
});

export const deleteSubscription = defineOperation({
  ...shared,
  id: 'delete-subscription',
  method: 'DELETE',
  path: '/api/v1/subscriptions/{subscriptionId}',
  summary: 'Delete a subscription',
  description:
    'With its delivery log and what was still to be delivered. What only it watched is watched no more; its events stay.',
  access: 'write',
  audit: 'subscription_deleted',
  params: ofSubscription,
  envelope: 'single',
  answers: { 200: { when: 'The subscription is gone.', data: Deleted } },
  errors: { 404: noSubscription },
});

export const testSubscription = defineOperation({
  ...shared,
  id: 'test-subscription',
  method: 'POST',
  path: '/api/v1/subscriptions/{subscriptionId}/test',
  summary: 'Send a test message',
  description: 'One attempt, with `event` `test`. Read the delivery to see how it went.',
  access: 'write',
  audit: 'none',
  params: ofSubscription,
  envelope: 'single',
  answers: {
    202: { when: 'The test is on its way.', data: Type.Object({ delivery: Delivery }) },
  },
  errors: { 404: noSubscription },
});

export const listSubscriptionDeliveries = defineOperation({
  ...shared,
  id: 'list-subscription-deliveries',
  method: 'GET',
  path: '/api/v1/subscriptions/{subscriptionId}/deliveries',
  summary: "List a subscription's deliveries",
  description: 'The newest first.',
  access: 'read',
  params: ofSubscription,
  query: Type.Object({
    page: Page(),
    page_size: PageSize(25),
    state: Type.Optional(Word(deliveryStates)),
    after: Type.Optional(After),
  }),
  envelope: 'list',
  answers: { 200: { when: 'The page; empty past the end.', data: Delivery } },
  errors: { 404: noSubscription },
});

export const getSubscriptionDelivery = defineOperation({
  ...shared,
  id: 'get-subscription-delivery',
  method: 'GET',
  path: '/api/v1/subscriptions/{subscriptionId}/deliveries/{deliveryId}',
  summary: 'Read one delivery of a subscription',
  description: 'What is sent, and each attempt with what the receiver answered.',
  access: 'read',
  params: ofDelivery,
  envelope: 'single',
  answers: {
    200: { when: 'The delivery.', data: Type.Object({ delivery: DeliveryDetail }) },
  },
  errors: { 404: noDelivery },
});

export const replaySubscriptionDelivery = defineOperation({
  ...shared,
  id: 'replay-subscription-delivery',
  method: 'POST',
  path: '/api/v1/subscriptions/{subscriptionId}/deliveries/{deliveryId}/replay',
  summary: 'Deliver a message once more',
  description: 'At once, the same bytes under the same `webhook-id`, with all its attempts anew.',
  access: 'write',
  audit: 'none',
  params: ofDelivery,
  envelope: 'single',
  answers: {
    202: { when: 'It is on its way.', data: Type.Object({ delivery: Delivery }) },
  },
  errors: { 404: noDelivery, 409: 'The subscription is disabled; enable it first.' },
});
