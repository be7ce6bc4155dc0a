import type { DataOf, operations } from '@extaudit/contract';
import { stateOf } from '../../domain/decision/decision-state.ts';
import type { StoredDecision } from '../../storage/decision/decision.ts';

export type DecisionData = DataOf<typeof operations.getDecision, 200>['decision'];

/** @param today `YYYY-MM-DD`, UTC */
export function decisionData(decision: StoredDecision, today: string): DecisionData {
  return {
    id: decision.decisionId,
    action: decision.action,
    extension_id: decision.extensionId,
    inventory_id: decision.inventoryId,
    inventory_source: decision.inventorySource,
    rule: decision.rule,
    permission: decision.permission,
    host: decision.host,
    flow: decision.flow,
    gap: decision.gap,
    receiver: decision.receiver,
    versions: decision.versions,
    until_gain: decision.isUntilGain,
    reason: decision.reason,
    owner: decision.owner,
    expires: decision.expires,
    state: stateOf(decision, today),
    taken_back_at: decision.takenBackAt?.toISOString() ?? null,
    taken_back_because: decision.takenBackBecause,
    created_at: decision.createdAt.toISOString(),
    updated_at: decision.updatedAt.toISOString(),
  };
}
