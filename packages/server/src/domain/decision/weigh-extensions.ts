import type { SecurityReport } from '@extaudit/engine';
import type { Database } from '../../storage/database/database.ts';
import type { EffectiveVerdict } from '../../storage/decision/decided-verdict.ts';
import type { StoredDecision } from '../../storage/decision/decision.ts';
import { listJudgedVersions, listSpokenOf } from '../../storage/decision/judged-version.ts';
import { weighDecisions } from './weigh-decisions.ts';

/** What an account's decisions make of the verdict on an extension. */
export interface DecidedVerdict {
  /** Those that hold and concern it, the newest first. */
  readonly decisions: readonly StoredDecision[];
  /** Without what is accepted; absent where nothing is, or where no report of the current rule set is there. */
  readonly effective?: EffectiveVerdict | undefined;
}

/**
 * Weighs reports, one after the other because together they are large.
 * @param holding the newest first
 * @param today `YYYY-MM-DD`, UTC
 * @returns by extension; those that no decision concerns are left out
 */
export async function weighExtensions(
  db: Database,
  holding: readonly StoredDecision[],
  extensionIds: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, DecidedVerdict>> {
  const verdicts = new Map<string, DecidedVerdict>();
  const candidates = await listCandidates(db, holding, extensionIds);
  for (const id of candidates) {
    const [version] = await listJudgedVersions(db, [id]);
    // What has no report can be decided on as a whole.
    const verdict = version
      ? weigh(version, holding, today)
      : { decisions: holding.filter((one) => isWhole(one, id)) };
    if (verdict.decisions.length > 0) verdicts.set(id, verdict);
  }
  return verdicts;
}

/** Those of the extensions that the decisions may concern, in their order. */
export async function listCandidates(
  db: Database,
  holding: readonly StoredDecision[],
  extensionIds: readonly string[],
): Promise<readonly string[]> {
  if (holding.length === 0) return [];
  const named = new Set(holding.flatMap(({ extensionId }) => extensionId ?? []));
  const general = holding.filter(({ extensionId }) => extensionId === null);
  const spokenOf =
    general.length === 0 ? [] : await listSpokenOf(db, extensionIds, subjectsOf(general));
  const wanted = named.union(new Set(spokenOf));
  return extensionIds.filter((id) => wanted.has(id));
}

function weigh(
  version: Parameters<typeof weighDecisions>[0],
  holding: readonly StoredDecision[],
  today: string,
): DecidedVerdict {
  const { standing, concerning } = weighDecisions(version, holding, today);
  const isLess = standing.accepting.length > 0;
  return {
    decisions: concerning,
    ...(isLess && { effective: effectiveOf(version.report, standing.effective) }),
  };
}

function effectiveOf(raw: SecurityReport, effective: SecurityReport): EffectiveVerdict {
  const left = new Set(effective.findings.map(({ id }) => id));
  return {
    riskScore: effective.risk_score,
    riskOrder: effective.risk_order,
    riskLevel: effective.risk_level,
    classification: effective.classification,
    headline: effective.headline,
    acceptedFindings: raw.findings.flatMap(({ id }) => (left.has(id) ? [] : id)),
  };
}

function isWhole(decision: StoredDecision, id: string): boolean {
  const { extensionId, rule, permission, host, flow, gap } = decision;
  return extensionId === id && [rule, permission, host, flow, gap].every((name) => name === null);
}

/** Of those about every extension, what lists are searched for. */
function subjectsOf(general: readonly StoredDecision[]) {
  const names = (subject: 'rule' | 'host' | 'permission' | 'flow' | 'gap'): string[] =>
    general.flatMap((decision) => decision[subject] ?? []);
  return {
    findings: names('rule'),
    hosts: names('host'),
    permissions: names('permission'),
    flows: names('flow').map((flow) => flow.replace(' > ', '>')),
    gaps: names('gap'),
  };
}
