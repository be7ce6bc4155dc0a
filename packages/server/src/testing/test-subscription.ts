import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '../storage/database/database.ts';
import type { Tables } from '../storage/database/tables.ts';

/** One of everything, told at once as JSON, whose secret cannot be opened. @returns its id */
export async function insertTestSubscription(
  db: Database,
  {
    url = 'https://hooks.example.org/all',
    ...subscription
  }: Partial<Insertable<Tables['subscription']>> & {
    readonly account_id: string;
    readonly url?: string;
  },
): Promise<string> {
  const subscriptionId = randomUUIDv7();
  const at = new Date('2026-02-04T04:05:06.789Z');
  const times = { created_at: at, updated_at: at };
  await db
    .insertInto('subscription')
    .values({
      subscription_id: subscriptionId,
      name: 'Channel',
      watches: 'all',
      inventory_id: null,
      extension_ids: [],
      severity_min: 'low',
      frequency: 'at_once',
      next_digest_at: null,
      digest_position: 0,
      ...times,
      ...subscription,
    })
    .execute();
  await db
    .insertInto('webhook')
    .values({
      webhook_id: subscriptionId,
      subscription_id: subscriptionId,
      url,
      events: ['version_update', 'security_alert'],
      format: 'json',
      enabled: true,
      secret_sealed: Buffer.from('sealed'),
      ...times,
    })
    .execute();
  return subscriptionId;
}
