import { randomUUIDv7 } from 'node:crypto';
import { currentRuleset, type Gained, gainedSince, surfaceOf } from '@extaudit/engine';
import { putNotice } from '../../storage/account/notice.ts';
import { insertMonitorEvents } from '../../storage/monitor/monitor-event.ts';
import type { DatabaseTransaction } from '../../storage/database/database.ts';
import { type JudgedVersion, listJudgedVersions } from '../../storage/decision/judged-version.ts';
import {
  type GuardedDecision,
  lockGuardedDecisions,
  saveDecisionBase,
  takeBackDecision,
} from '../../storage/decision/ended-decision.ts';
import { service } from '../trail/actor.ts';
import { aboutOf } from './decision-state.ts';
import { recordDecision } from './record-decision.ts';

/** As many as people read. */
const reasonsMax = 20;

/**
 * Takes back what held only until something is gained, once the report on a new version shows that. In the transaction
 * that stores the report: nobody sees the one without the other.
 */
export async function takeBackDecisions(
  trx: DatabaseTransaction,
  analysisId: string,
  now: Date,
): Promise<void> {
  const decisions = await lockGuardedDecisions(trx, analysisId);
  const [judged] = await listJudgedVersions(
    trx,
    decisions.slice(0, 1).flatMap(({ extensionId }) => extensionId ?? []),
  );
  if (!judged) return;
  for (const decision of decisions) await weighGain(trx, decision, judged, now);
}

async function weighGain(
  trx: DatabaseTransaction,
  decision: GuardedDecision,
  judged: JudgedVersion,
  now: Date,
): Promise<void> {
  const { version, manifest, report } = judged;
  const { decisionId, base } = decision;
  const surface = surfaceOf(version, manifest, report);
  const isSameVersion = base.version === version;
  const isSameRules = base.rulesetHash === currentRuleset;
  // What other rules see in the code of the same version was there before.
  const kinds = isSameVersion && !isSameRules ? declared : gains;
  const gained = gainedSince(base.surface, surface).filter(({ kind }) => kinds.has(kind));
  if (gained.length > 0) {
    const because = [...new Set(gained.map(({ text }) => text))].slice(0, reasonsMax);
    await takeBack(trx, decision, judged, because, now);
  } else if (isSameVersion && !isSameRules) {
    await saveDecisionBase(trx, decisionId, { surface, version, rulesetHash: currentRuleset });
  }
}

const declared: ReadonlySet<Gained['kind']> = new Set([
  'permission',
  'optional-permission',
  'site',
  'warning',
  'signing-key',
]);
const gains: ReadonlySet<Gained['kind']> = new Set([...declared, 'receiver']);

async function takeBack(
  trx: DatabaseTransaction,
  decision: GuardedDecision,
  { version, name, report }: JudgedVersion,
  because: readonly string[],
  now: Date,
): Promise<void> {
  const { decisionId, accountId, extensionId, owner } = decision;
  await takeBackDecision(trx, decisionId, because, now);
  const details = { version, because: [...because] };
  await recordDecision(trx, service, { action: 'decision_taken_back', decision, details }, now);
  const others = because.length === 1 ? '' : ` (and ${because.length - 1} more)`;
  const message = `The decision of ${owner} to ${decision.action} ${aboutOf(decision)} was taken back: version ${version} ${because[0] ?? ''}${others}. Decide again.`;
  await insertMonitorEvents(trx, { accountId, monitorId: null }, [
    {
      eventId: randomUUIDv7(),
      eventType: 'security_alert',
      extensionId: extensionId ?? '',
      severity: 'medium',
      told: { extension_name: name, headline: report.headline, summary: [message] },
      details: { decision_id: decisionId, version, taken_back_because: [...because] },
      createdAt: now,
      awaitsUpdate: true,
    },
  ]);
  await putNotice(trx, {
    noticeId: randomUUIDv7(),
    accountId,
    kind: 'decision-taken-back',
    message,
    about: { decision_id: decisionId, extension_id: extensionId },
    createdAt: now,
  });
}
