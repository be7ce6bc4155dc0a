import type { SecurityReport } from '@extaudit/engine';
import type { Database } from '../../storage/database/database.ts';
import {
  type DecisionScope,
  listStandingDecisions,
  type StoredDecision,
} from '../../storage/decision/decision.ts';
import { listJudgedVersions, listSpokenOf } from '../../storage/decision/judged-version.ts';
import { dayOf, stateOf } from './decision-state.ts';
import { weighDecisions } from './weigh-decisions.ts';

/** What an account's decisions make of the verdict on an extension. */
export interface DecidedVerdict {
  /** Those that hold and concern it, the newest first. */
  readonly decisions: readonly StoredDecision[];
  /** Without what is accepted; absent where nothing is, or where no report of the current rule set is there. */
  readonly effective?: SecurityReport;
}

/** Of one account, for everyone or with those for one inventory's machines, for a list that is asked for now. */
export interface AccountDecisions {
  /** By extension; those that no decision concerns are left out. */
  of(extensionIds: readonly string[]): Promise<ReadonlyMap<string, DecidedVerdict>>;
}

/** Reads them once for all parts of a list. An account without decisions costs one query. */
export async function decisionsOfAccount(
  db: Database,
  scope: DecisionScope,
  now: Date,
): Promise<AccountDecisions> {
  const today = dayOf(now);
  const all = await listStandingDecisions(db, scope);
  const holding = all.filter((decision) => stateOf(decision, today) === 'holding');
  return { of: (ids) => verdictsOf(db, holding, ids, today) };
}

async function verdictsOf(
  db: Database,
  holding: readonly StoredDecision[],
  extensionIds: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, DecidedVerdict>> {
  if (holding.length === 0) return new Map();
  const named = new Set(holding.flatMap(({ extensionId }) => extensionId ?? []));
  const own = extensionIds.filter((id) => named.has(id));
  const spokenOf = await listSpokenOf(db, extensionIds, subjectsOf(holding));
  const judged = await listJudgedVersions(db, [...new Set([...own, ...spokenOf])]);
  const verdicts = new Map<string, DecidedVerdict>(
    judged.map((version) => {
      const { standing, concerning } = weighDecisions(version, holding, today);
      const isLess = standing.accepting.length > 0;
      return [
        version.extensionId,
        { decisions: concerning, ...(isLess && { effective: standing.effective }) },
      ];
    }),
  );
  // What has no report can be decided on as a whole.
  for (const id of own) {
    if (!verdicts.has(id))
      verdicts.set(id, { decisions: holding.filter((one) => isWhole(one, id)) });
  }
  return new Map([...verdicts].filter(([, { decisions }]) => decisions.length > 0));
}

function isWhole(decision: StoredDecision, id: string): boolean {
  const { extensionId, rule, permission, host, flow, gap } = decision;
  return extensionId === id && [rule, permission, host, flow, gap].every((name) => name === null);
}

/** Of those about every extension, what lists are searched for. */
function subjectsOf(holding: readonly StoredDecision[]) {
  const general = holding.filter(({ extensionId }) => extensionId === null);
  const names = (subject: 'rule' | 'host' | 'permission' | 'flow'): string[] =>
    general.flatMap((decision) => decision[subject] ?? []);
  return {
    findings: names('rule'),
    hosts: names('host'),
    permissions: names('permission'),
    flows: names('flow').map((flow) => flow.replace(' > ', '>')),
  };
}
