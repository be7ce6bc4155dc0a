import { randomUUIDv7 } from 'node:crypto';
import { Refusal } from '../../errors.ts';
import type { Database } from '../../storage/database/database.ts';
import { insertMonitor, type StoredMonitor } from '../../storage/monitor/monitor.ts';
import type { Queue } from '../../storage/database/queue.ts';
import type { Actor } from '../trail/actor.ts';
import { recordMonitor } from './change-monitor.ts';
import { auditForMonitor, initialSeen } from './initial-seen.ts';

export interface WantedMonitor {
  readonly accountId: string;
  readonly extensionId: string;
  readonly enabled: boolean;
}

/**
 * Watches an extension from now on: what it is like in the same transaction is what changes are told from. Refuses
 * with `extension_not_found` an unknown extension, and with `monitor_exists` one that the account watches already.
 */
export async function createMonitor(
  services: { readonly db: Database; readonly queue: Queue },
  wanted: WantedMonitor,
  actor: Actor,
  now: Date,
): Promise<StoredMonitor> {
  const { extensionId } = wanted;
  const monitor = await services.db.transaction().execute(async (trx) => {
    const initial = await initialSeen(trx, extensionId);
    if (!initial) throw new Refusal('extension_not_found');
    const monitorId = randomUUIDv7();
    const row = {
      ...wanted,
      ...initial,
      monitorId,
      isMadeByService: false,
      createdAt: now,
      nextCheckAt: now,
    };
    const monitor = await insertMonitor(trx, row);
    if (monitor) {
      const details = { enabled: wanted.enabled };
      await recordMonitor(trx, actor, { action: 'monitor_created', monitor, details }, now);
    }
    return monitor;
  });
  if (!monitor) throw new Refusal('monitor_exists', 'a monitor already exists for this extension');
  await auditForMonitor(services, extensionId);
  return monitor;
}
