import type { AuditAction } from '@extaudit/contract';
import type { JsonObject } from '@extaudit/engine';
import type { DatabaseTransaction } from '../../storage/database/database.ts';
import type { StoredDecision } from '../../storage/decision/decision.ts';
import type { Actor } from '../trail/actor.ts';
import { recordEntry } from '../trail/record-entry.ts';
import { aboutOf } from './decision-state.ts';

interface RecordedDecision {
  readonly action: AuditAction;
  readonly decision: StoredDecision;
  readonly details?: JsonObject;
}

/** What was decided goes with it, because the trail outlives the decision. */
export async function recordDecision(
  trx: DatabaseTransaction,
  actor: Actor,
  { action, decision, details = {} }: RecordedDecision,
  now: Date,
): Promise<void> {
  const { accountId, decisionId, extensionId, versions, reason, owner, expires } = decision;
  const subject = { kind: 'decision', id: decisionId, name: aboutOf(decision) } as const;
  const { inventoryId } = decision;
  const group: JsonObject = inventoryId === null ? {} : { inventory_id: inventoryId };
  const said = { decision: decision.action, extension_id: extensionId, versions, ...group };
  const change = { ...said, reason, owner, expires, ...details };
  await recordEntry(trx, actor, { accountId, action, subject, details: change }, now);
}
