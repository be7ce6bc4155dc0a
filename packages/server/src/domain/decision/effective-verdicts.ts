import type { Database } from '../../storage/database/database.ts';
import { findDecided, type FoundDecided } from '../../storage/decision/decided-verdict.ts';
import {
  type DecisionScope,
  listDecisionsByIds,
  listStandingDecisions,
  type StoredDecision,
} from '../../storage/decision/decision.ts';
import { dayOf, holdingOf } from './decision-state.ts';
import { type DecidedVerdict, weighExtensions } from './weigh-extensions.ts';

/** Of one account, for everyone or with those for one inventory's machines, for a list that is asked for now. */
export interface AccountDecisions {
  /** By extension; those that no decision concerns are left out. */
  of(extensionIds: readonly string[]): Promise<ReadonlyMap<string, DecidedVerdict>>;
}

/**
 * As they are kept; only what a decision or a report has changed since is weighed now, so that an answer shows what was
 * decided just before. An account without decisions costs one query.
 */
export function decisionsOfAccount(
  db: Database,
  scope: DecisionScope,
  now: Date,
): AccountDecisions {
  const today = dayOf(now);
  let standing: Promise<readonly StoredDecision[]> | undefined;
  // A long list has the same few in each of its parts.
  const known = new Map<string, StoredDecision>();
  const weigh = async (ids: readonly string[]) => {
    standing ??= listStandingDecisions(db, scope);
    return weighExtensions(db, holdingOf(await standing, today), ids, today);
  };
  return {
    async of(extensionIds) {
      const found = await findDecided(db, scope, extensionIds, today);
      const { pending = [], kept = [] } = Object.groupBy(found, ({ isPending }) =>
        isPending ? 'pending' : 'kept',
      );
      const ids = pending.map(({ extensionId }) => extensionId);
      const verdicts = new Map(await readKept(db, scope.accountId, kept, known));
      if (ids.length > 0) for (const [id, verdict] of await weigh(ids)) verdicts.set(id, verdict);
      return verdicts;
    },
  };
}

async function readKept(
  db: Database,
  accountId: string,
  kept: readonly FoundDecided[],
  known: Map<string, StoredDecision>,
): Promise<readonly (readonly [string, DecidedVerdict])[]> {
  const ids = new Set(kept.flatMap(({ decisionIds }) => decisionIds));
  const asked = [...ids].filter((id) => !known.has(id));
  if (asked.length > 0) {
    for (const one of await listDecisionsByIds(db, accountId, asked))
      known.set(one.decisionId, one);
  }
  return kept.flatMap(({ extensionId, decisionIds, effective }) => {
    const concerning = decisionIds.flatMap((id) => known.get(id) ?? []);
    return concerning.length === 0 ? [] : [[extensionId, { decisions: concerning, effective }]];
  });
}
