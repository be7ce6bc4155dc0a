import { isDeepStrictEqual } from 'node:util';
import { currentRuleset, reportWithContext, type Surroundings } from '@extaudit/engine';
import { type Fact, saveFacts } from '../../storage/catalogue/fact.ts';
import {
  findCurrentReport,
  type JudgedReport,
  listJudgedReports,
  lockReport,
  replaceReport,
} from '../../storage/analysis/judged-report.ts';
import {
  type KeptVerdict,
  lockVerdicts,
  markOutdatedVerdicts,
  lockFreeExtensions,
  markStaleVerdicts,
  saveExtensionVerdicts,
  takeStaleVerdicts,
} from '../../storage/catalogue/stale-verdict.ts';
import type { Verdict } from '../../storage/analysis/verdict.ts';
import type { Database, DatabaseTransaction } from '../../storage/database/database.ts';
import { findRisks } from '../analysis/known-malicious.ts';
import { dayOf } from '../decision/decision-state.ts';
import { keepDecidedOfAll } from '../decision/keep-decided.ts';
import { factsOf } from './report-facts.ts';
import { findSurroundings, surroundingsChangeAt } from './surroundings.ts';

/** Few, because whoever changes one of the extensions waits for all. */
const marksPerTransaction = 25;
/** For what somebody else is changing just now. */
const retrySeconds = 5;

/** Forgets, for lists, what rules before those of now have said. */
export async function forgetOutdatedVerdicts(db: Database, now: Date): Promise<void> {
  await markOutdatedVerdicts(db, currentRuleset);
  await refreshVerdicts(db, now);
}

/**
 * Makes verdicts again whose context has changed, from what their packages have shown, and keeps what lists show of the
 * verdicts of now, what accounts' decisions make of them, and what is searched for in their reports. When another process is at it, that one does it all.
 */
export async function refreshVerdicts(db: Database, now: Date): Promise<void> {
  for (let isMore = true; isMore;) {
    isMore = await db.transaction().execute(async (trx) => {
      if (!(await lockVerdicts(trx))) return false;
      const ids = await takeStaleVerdicts(trx, now, marksPerTransaction);
      if (ids.length === 0) return false;
      const free = await lockFreeExtensions(trx, ids);
      const busy = new Set(ids).difference(new Set(free));
      for (const judged of await listJudgedReports(trx, free, currentRuleset)) {
        if (!(await judgeAgain(trx, judged, now))) busy.add(judged.extensionId);
      }
      const verdicts = await findRisks({ db: trx, now: () => now }, free);
      await saveExtensionVerdicts(trx, free, [...verdicts.values()].map(keptOf), currentRuleset);
      await saveFacts(trx, await readFacts(trx, free));
      await keepDecidedOfAll(trx, free, dayOf(now));
      const later = new Date(now.getTime() + retrySeconds * 1_000);
      await markStaleVerdicts(trx, [...busy], later);
      return true;
    });
  }
}

/** @returns whether nobody else is at the report */
async function judgeAgain(
  trx: DatabaseTransaction,
  judged: JudgedReport,
  now: Date,
): Promise<boolean> {
  const surroundings = await findSurroundings(trx, judged, now);
  // Also when they are as the audit found them, which marks nothing.
  const changesAt = surroundingsChangeAt(surroundings);
  if (changesAt) await markStaleVerdicts(trx, [judged.extensionId], changesAt);
  if (isDeepStrictEqual(asStored(surroundings), judged.surroundings)) return true;
  const report = await lockReport(trx, judged.analysisId);
  if (!report) return false;
  const again = reportWithContext(report, surroundings);
  await replaceReport(trx, judged.analysisId, again, surroundings);
  return true;
}

/** One report after the other, because together they are large. */
async function readFacts(
  trx: DatabaseTransaction,
  extensionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Fact[]>> {
  const facts = new Map<string, readonly Fact[]>();
  for (const extensionId of extensionIds) {
    const report = await findCurrentReport(trx, extensionId);
    facts.set(extensionId, report ? factsOf(report) : []);
  }
  return facts;
}

function keptOf({ signals: _signals, ...kept }: Verdict): KeptVerdict {
  return kept;
}

/** What is absent is not stored. */
function asStored(surroundings: Surroundings): unknown {
  return JSON.parse(JSON.stringify(surroundings));
}
