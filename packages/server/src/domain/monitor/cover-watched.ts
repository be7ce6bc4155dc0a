import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../../storage/database/database.ts';
import type { Queue } from '../../storage/database/queue.ts';
import {
  deleteUnneededMonitors,
  listUncovered,
  listWatchingAccounts,
} from '../../storage/monitor/covered-extension.ts';
import { dayOf } from '../decision/decision-state.ts';
import { insertMonitor } from '../../storage/monitor/monitor.ts';
import { auditForMonitor, initialSeen } from './initial-seen.ts';

interface CoverServices {
  readonly db: Database;
  readonly queue: Queue;
  readonly now: () => Date;
}

const batchSize = 1_000;

/**
 * Watches what an account's subscriptions and decisions watch and no monitor of it does yet, and ends what none needs any
 * more. A monitor that somebody made or disabled by hand stays as it is.
 */
export async function coverWatched(services: CoverServices, accountId: string): Promise<void> {
  const { db } = services;
  const scope = { accountId, today: dayOf(services.now()) };
  while ((await deleteUnneededMonitors(db, scope, batchSize)) === batchSize);
  for (let ids: readonly string[] = ['']; ids.length > 0;) {
    ids = await listUncovered(db, scope, batchSize);
    for (const extensionId of ids) await cover(services, accountId, extensionId);
    if (ids.length < batchSize) return;
  }
}

async function cover(
  services: CoverServices,
  accountId: string,
  extensionId: string,
): Promise<void> {
  const at = services.now();
  await services.db.transaction().execute(async (trx) => {
    const initial = await initialSeen(trx, extensionId);
    if (!initial) return;
    const wanted = { accountId, extensionId, enabled: true, isMadeByService: true };
    const monitorId = randomUUIDv7();
    await insertMonitor(trx, { ...wanted, ...initial, monitorId, createdAt: at, nextCheckAt: at });
  });
  await auditForMonitor(services, extensionId);
}

/** Has all accounts covered that need it, also for what came into the catalogue since. */
export async function requestCover({ db, queue }: CoverServices): Promise<void> {
  const accounts = await listWatchingAccounts(db);
  if (accounts.length === 0) return;
  const jobs = accounts.map((accountId) => {
    return { id: randomUUIDv7(), data: { accountId }, priority: 0, key: accountId };
  });
  await db.transaction().execute((trx) => queue.sendMany(trx, 'cover-watched', jobs));
}
