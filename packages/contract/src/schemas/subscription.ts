import { severities, monitorEventTypes } from '@extaudit/engine/vocabulary';
import { Type } from 'typebox';
import { AccountOwnedId, ExtensionId, Timestamp, Word } from './primitives.ts';

export const subscriptionFormats = ['json', 'slack', 'teams', 'email'] as const;
export const subscriptionFrequencies = ['at_once', 'daily', 'weekly'] as const;
export const subscriptionWatches = ['all', 'inventory', 'extensions'] as const;

export const SubscriptionId = AccountOwnedId('subscription', {
  format: 'uuid',
  description: 'The `id` of a subscription.',
});

export const SubscriptionName = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'What messages and lists call it.',
  examples: ['Security channel'],
});

export const SubscriptionUrl = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description:
    'https, and on the public internet; for mail `mailto:` with up to ten addresses, separated by commas.',
  examples: ['https://hooks.example.org/extaudit', 'mailto:security@example.org'],
});

export const SubscribedExtensions = Type.Array(ExtensionId, {
  maxItems: 5_000,
  uniqueItems: true,
  'x-allowed': 'a list of up to 5000 extension ids, each at most once',
  description:
    'Where `watches` is `extensions`: which ones, also such as the catalogue does not have yet.',
});

export const LeastSeverity = Word(severities, {
  description: 'Events of this severity and of worse ones.',
});

export const Subscription = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  watches: Word(subscriptionWatches, {
    description:
      '`all`: every extension of the catalogue, also those that come. `inventory`: what the inventory has, as it comes and goes. ' +
      'One whose own monitor is disabled is left out.',
  }),
  inventory_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
    description:
      'Where `watches` is `inventory`: which one; null once it was deleted, when nothing is watched.',
  }),
  extension_ids: Type.Array(ExtensionId),
  events: Type.Array(Word(monitorEventTypes)),
  min_severity: LeastSeverity,
  frequency: Word(subscriptionFrequencies, {
    description:
      '`at_once`: one message for each update of an extension, with all its events. `daily` and `weekly`: one of all ' +
      'updates, at 06:00 UTC, on Mondays; none where nothing happened.',
  }),
  next_digest_at: Type.Union([Timestamp('When the next digest is made.'), Type.Null()], {
    description: 'Null: told at once.',
  }),
  url: Type.String({
    description: 'Whole for callers who may write; for others without what often is a secret.',
  }),
  format: Word(subscriptionFormats),
  enabled: Type.Boolean(),
  failing_since: Type.Union([Timestamp('Since when no attempt has succeeded.'), Type.Null()], {
    description: 'Null while they do. After five days of failures it is disabled.',
  }),
  disabled_at: Type.Union([Timestamp('When the service disabled it.'), Type.Null()], {
    description: 'Null: it did not.',
  }),
  disabled_reason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the service disabled it.',
  }),
  created_at: Timestamp('When it was made.'),
  updated_at: Timestamp('When it was last changed.'),
});
