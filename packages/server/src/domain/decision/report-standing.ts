import {
  type Decision,
  describeDecision,
  type SecurityReport,
  type TargetStanding,
} from '@extaudit/engine';
import type { Analysis } from '../../storage/analysis/analysis.ts';
import { findManifest } from '../../storage/catalogue/version.ts';
import type { Database } from '../../storage/database/database.ts';
import { listStandingDecisions, type StoredDecision } from '../../storage/decision/decision.ts';
import { dayOf } from './decision-state.ts';
import { weighDecisions } from './weigh-decisions.ts';

/** What the decisions of an account make of one report. */
export interface ReportStanding {
  readonly effective: SecurityReport;
  readonly acceptedFindings: readonly { readonly id: string; readonly decisionId: string }[];
  /** Those that concern it, the newest first; also where they have expired. */
  readonly decisions: readonly StoredDecision[];
  /** For the forms that the engine writes. */
  readonly target: TargetStanding;
}

/** @returns `undefined` where no decision concerns the report, there is none, or an older rule set made it */
export async function standingOfAnalysis(
  db: Database,
  accountId: string,
  { report, isOutdated, extensionId, version }: Analysis,
  now: Date,
): Promise<ReportStanding | undefined> {
  if (!report || isOutdated) return undefined;
  const all = await listStandingDecisions(db, { accountId });
  if (all.length === 0) return undefined;
  const manifest = (await findManifest(db, extensionId, version)) ?? {};
  const judged = { extensionId, version, manifest, report };
  const { standing, concerning, storedOf } = weighDecisions(judged, all, dayOf(now));
  if (concerning.length === 0) return undefined;
  return {
    effective: standing.effective,
    acceptedFindings: standing.findings.flatMap(({ id, accepted }) => {
      const decision = accepted && storedOf(accepted);
      return decision ? [{ id, decisionId: decision.decisionId }] : [];
    }),
    decisions: concerning,
    target: {
      effective: standing.effective,
      has_baseline: false,
      findings: standing.findings.map(({ id, state, accepted }) => ({
        id,
        state,
        ...(accepted && { accepted: byWhom(accepted) }),
      })),
      accepted: standing.accepting.map(described),
      expired: standing.expired.map(described),
    },
  };
}

function described(decision: Decision) {
  return { what: describeDecision(decision), ...byWhom(decision) };
}

function byWhom({ reason, owner, expires }: Decision) {
  return { reason, owner, expires };
}
