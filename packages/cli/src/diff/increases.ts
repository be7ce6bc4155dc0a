import {
  decisionsFor,
  reasonsToClose,
  rules,
  standingOf,
  surfaceOf,
  type Audit,
  type Known,
  type Standing,
} from '@extaudit/engine';
import { classifications, riskLevels } from '@extaudit/engine/vocabulary';
import type { Gate } from '../gate/prepare-gate.ts';

/** What the later version gained that nobody accepts, a clause each about it. */
export function increases(gate: Gate, before: Audit, after: Audit): readonly string[] {
  const { summary, report } = before;
  const surface = surfaceOf(summary.version, summary.manifest, report);
  const known = { surface, rules: new Set(rules.map(({ id }) => id)) };
  const gained = reasonsToClose({ kind: 'new' }, standingAfter(gate, after, known));
  const { risk_level: level, classification } = standingAfter(gate, after).effective;
  const { risk_level: oldLevel, classification: oldClass } = report;
  return [
    ...gained,
    ...(riskLevels.indexOf(level) > riskLevels.indexOf(oldLevel)
      ? [`has ${level} risk, which was ${oldLevel}`]
      : []),
    ...(classifications.indexOf(classification) > classifications.indexOf(oldClass)
      ? [`is ${classification}, which was ${oldClass}`]
      : []),
  ];
}

/** Where a version stands with the decisions on it. */
export function standingAfter(
  { decisions, today }: Gate,
  { summary: { id, version, manifest }, report }: Audit,
  known?: Known,
): Standing {
  return standingOf({
    version,
    manifest,
    report,
    decisions: decisionsFor(decisions, { extensionId: id.value, version, today }),
    ...(known && { known }),
  });
}
