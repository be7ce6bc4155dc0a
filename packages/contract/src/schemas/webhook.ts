import { type MonitorEventType, monitorEventTypes } from '@extaudit/engine/vocabulary';
import { Type } from 'typebox';
import { AccountOwnedId, Timestamp, Word } from './primitives.ts';

export const webhookFormats = ['json', 'slack', 'teams'] as const;
export const deliveryStates = ['pending', 'delivered', 'exhausted', 'cancelled'] as const;
/** Of subscriptions. */
const messageTypes = ['update', 'digest'] as const;
export const deliveryEventTypes = [...monitorEventTypes, 'test'] as const;

export const WebhookId = AccountOwnedId('webhook', {
  format: 'uuid',
  description: 'The `id` of a webhook.',
});

export const DeliveryId = AccountOwnedId('delivery', {
  format: 'uuid',
  description: 'The `id` of a delivery.',
});

export const WebhookUrl = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'https, and on the public internet.',
  examples: ['https://hooks.example.org/extaudit'],
});

export function SubscribedEvents(options: { readonly default?: readonly MonitorEventType[] } = {}) {
  return Type.Array(Word(monitorEventTypes), {
    minItems: 1,
    uniqueItems: true,
    'x-allowed': `a list of at least one of ${monitorEventTypes.join(', ')}, each at most once`,
    description: 'Types of event to receive.',
    ...options,
  });
}

export const GivenSecret = Type.String({
  minLength: 8,
  maxLength: 256,
  description:
    'Signs what is sent. Of your own choice, or `whsec_` and base64 as Standard Webhooks has it; without it one ' +
    'is made and shown once.',
});

const webhookProperties = {
  id: Type.String({ format: 'uuid' }),
  monitor_id: Type.String({ format: 'uuid' }),
  url: Type.String({
    description:
      'Whole for callers who may write. For others its path, which often is a secret, is left out: ' +
      '`https://hooks.slack.com/…`.',
  }),
  events: Type.Array(Word(monitorEventTypes)),
  format: Word(webhookFormats, { description: '`slack` and `teams`: what those services show.' }),
  enabled: Type.Boolean(),
  failing_since: Type.Union([Timestamp('Since when no attempt has succeeded.'), Type.Null()], {
    description: 'Null while they do. After five days of failures the webhook is disabled.',
  }),
  disabled_at: Type.Union([Timestamp('When the service disabled it.'), Type.Null()], {
    description: 'Null: it did not.',
  }),
  disabled_reason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the service disabled it.',
  }),
  created_at: Timestamp('When it was made.'),
  updated_at: Timestamp('When it was last changed.'),
};

export const Webhook = Type.Object(webhookProperties);

export const CreatedWebhook = Type.Object({
  ...webhookProperties,
  secret: Type.Optional(
    Type.String({ description: 'Where none was given: the one made for you, shown this once.' }),
  ),
});

export const RotatedWebhookSecret = Type.Object({
  secret: Type.String({ description: 'Shown this once.', examples: ['whsec_…'] }),
  replaced_secret_expires_at: Timestamp('Until when the secret that it replaces still signs.'),
});

const deliveryProperties = {
  id: Type.String({
    format: 'uuid',
    description: 'Receivers know it as the header `webhook-id`, the same at every attempt.',
  }),
  webhook_id: Type.String({ format: 'uuid' }),
  event_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
    description: 'Null: a test, or what a subscription is told.',
  }),
  event_type: Word([...deliveryEventTypes, ...messageTypes], {
    description: '`update` and `digest`: what a subscription is told.',
  }),
  state: Word(deliveryStates, {
    description:
      '`exhausted`: all attempts failed. `cancelled`: the webhook was disabled meanwhile.',
  }),
  attempts: Type.Integer({ description: 'That were made, since the last replay.' }),
  next_attempt_at: Type.Union([Timestamp('When it is tried next.'), Type.Null()], {
    description: 'Null: not any more.',
  }),
  created_at: Timestamp('When it was made, with its event.'),
  finished_at: Type.Union([Timestamp('When it was delivered or given up.'), Type.Null()]),
};

export const Delivery = Type.Object(deliveryProperties);

const DeliveryAttempt = Type.Object({
  round: Type.Integer({ description: 'Raised by each replay.' }),
  attempt: Type.Integer({ description: 'From 1 in each round.' }),
  at: Timestamp('When it was made.'),
  status: Type.Union([Type.Integer(), Type.Null()], {
    description: 'HTTP status of the answer; null: there was none.',
  }),
  problem: Type.Union([Type.String(), Type.Null()], {
    description: 'Why it failed; null: it succeeded.',
  }),
  answer: Type.String({
    description:
      "The beginning of the answer's body, read as UTF-8. Empty for callers who may only read, because receivers " +
      'tend to repeat the URL.',
  }),
  milliseconds: Type.Integer({ description: 'How long it took.' }),
});

export const DeliveryDetail = Type.Object({
  ...deliveryProperties,
  body: Type.String({ description: 'What is sent, byte for byte.' }),
  attempt_log: Type.Array(DeliveryAttempt, { description: 'The oldest first.' }),
});
