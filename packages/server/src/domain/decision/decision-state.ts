import type { DecisionState } from '@extaudit/contract';
import { type Decision, decisionSubjects, describeDecision } from '@extaudit/engine';
import type { StoredDecision } from '../../storage/decision/decision.ts';

/** The day in UTC, `YYYY-MM-DD`. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** @param today `YYYY-MM-DD`, UTC */
export function stateOf({ takenBackAt, expires }: StoredDecision, today: string): DecisionState {
  if (takenBackAt !== null) return 'taken_back';
  return expires !== null && expires < today ? 'expired' : 'holding';
}

/** Those that hold, in their order. @param today `YYYY-MM-DD`, UTC */
export function holdingOf(
  decisions: readonly StoredDecision[],
  today: string,
): readonly StoredDecision[] {
  return decisions.filter((decision) => stateOf(decision, today) === 'holding');
}

/** As the engine weighs it, whatever its action. */
export function engineDecision(decision: StoredDecision): Decision {
  const { extensionId, receiver, versions, reason, owner, expires } = decision;
  const subjects = decisionSubjects.flatMap((subject) => {
    const name = decision[subject];
    return name === null ? [] : [[subject, name] as const];
  });
  return {
    ...Object.fromEntries(subjects),
    ...(extensionId !== null && { extension: extensionId }),
    ...(receiver !== null && { receiver }),
    ...(versions !== null && { versions }),
    reason,
    owner,
    expires: expires ?? '9999-12-31',
  };
}

/** What it is about, for people. */
export function aboutOf(decision: StoredDecision): string {
  const about = describeDecision(engineDecision(decision));
  const { inventorySource } = decision;
  return inventorySource === null ? about : `${about} on the machines of ${inventorySource}`;
}
