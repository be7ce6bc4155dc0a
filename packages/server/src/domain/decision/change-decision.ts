import type { BodyOf, operations } from '@extaudit/contract';
import { Refusal } from '../../errors.ts';
import type { Database } from '../../storage/database/database.ts';
import {
  type DecisionKey,
  deleteDecision,
  lockDecision,
  lockDecisions,
  type StoredDecision,
  updateDecision,
} from '../../storage/decision/decision.ts';
import type { Actor } from '../trail/actor.ts';
import { checkDecision, refuseSame } from './create-decision.ts';
import { dayOf, stateOf } from './decision-state.ts';
import { recordDecision } from './record-decision.ts';

/** @throws Refusal also where it was taken back, or would say what another one does */
export async function changeDecision(
  db: Database,
  key: DecisionKey,
  change: BodyOf<typeof operations.updateDecision>,
  actor: Actor,
  now: Date,
): Promise<StoredDecision> {
  return db.transaction().execute(async (trx) => {
    await lockDecisions(trx, key.accountId);
    const old = await lockDecision(trx, key);
    if (!old) throw new Refusal('decision_not_found');
    if (old.takenBackAt !== null) {
      throw new Refusal(
        'decision_taken_back',
        'the decision was taken back; delete it, and make another one',
      );
    }
    const wanted = {
      reason: change.reason ?? old.reason,
      owner: change.owner ?? old.owner,
      expires: change.expires ?? old.expires,
      versions: change.versions ?? old.versions,
    };
    checkDecision(
      {
        action: old.action,
        extension: old.extensionId ?? undefined,
        rule: old.rule ?? undefined,
        permission: old.permission ?? undefined,
        host: old.host ?? undefined,
        flow: old.flow ?? undefined,
        gap: old.gap ?? undefined,
        receiver: old.receiver ?? undefined,
        versions: wanted.versions ?? undefined,
        // One that has expired may get another reason.
        expires: change.expires ?? (old.action === 'accept' ? '9999-12-31' : undefined),
        isUntilGain: old.isUntilGain,
      },
      now,
    );
    const changed = { ...old, ...wanted };
    if (stateOf(changed, dayOf(now)) === 'holding') {
      await refuseSame(trx, changed, now, key.decisionId);
    }
    const decision = await updateDecision(trx, key.decisionId, { ...wanted, updatedAt: now });
    const entry = {
      action: 'decision_changed',
      decision,
      details: { changed: { ...change } },
    } as const;
    await recordDecision(trx, actor, entry, now);
    return decision;
  });
}

/** @returns whether the account had it */
export async function removeDecision(
  db: Database,
  key: DecisionKey,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const decision = await deleteDecision(trx, key);
    if (!decision) return false;
    await recordDecision(trx, actor, { action: 'decision_deleted', decision }, now);
    return true;
  });
}
