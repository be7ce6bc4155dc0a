import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WebhookFormat } from '../../storage/database/monitor-tables.ts';
import { subscriptionBody } from './subscription-message.ts';
import type { UpdateData } from './update-data.ts';

const idOf = (index: number): string =>
  `${'abcdefghij'.charAt(Math.trunc(index / 10) % 10)}${'abcdefghij'.charAt(index % 10)}`.repeat(
    16,
  );

/** Of many extensions that say little each, in letters that take three bytes. */
function digest(name: string, headline: string): Parameters<typeof subscriptionBody>[0] {
  const updates: UpdateData[] = Array.from({ length: 200 }, (_, index) => ({
    extension_id: idOf(index),
    extension_name: name,
    headline,
    previous_version: '1.0',
    new_version: '1.1',
    severity: 'high',
    gained: [],
    events: [],
  }));
  return {
    event: 'digest',
    timestamp: new Date('2031-02-03T06:00:00.000Z'),
    subscriptionId: '0198c0de-0000-7000-8000-000000000002',
    name: 'Channel',
    updates,
    more: 0,
    publicUrl: undefined,
  };
}

describe('a digest of two hundred extensions', () => {
  // What each takes at most: a larger one is never delivered, however often it is tried.
  const limits: readonly (readonly [WebhookFormat, number])[] = [
    // https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
    ['teams', 28_000],
    ['slack', 40_000],
    ['json', 300_000],
    ['email', 500_000],
  ];
  for (const [format, bytesMax] of limits) {
    it(`fits into what is taken as ${format}`, () => {
      for (const [name, headline] of [
        ['标签', ''],
        ['标签'.repeat(40), '它'.repeat(160)],
        ['"\\"\\', '"'.repeat(160)],
        ['🧩', '🧩'],
        ['标签', '它可以'],
        ['标签', '标'.repeat(20)],
      ] as const) {
        const body = subscriptionBody(digest(name, headline), format);
        assert.ok(body.length <= bytesMax, `${body.length} bytes of ${name}`);
        assert.ok(body.includes(JSON.stringify(name.slice(0, 2)).slice(1, -1)));
      }
    });
  }
});
