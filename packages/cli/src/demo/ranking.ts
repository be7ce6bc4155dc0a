import {
  severities,
  showControls,
  type ReportFinding,
  type SecurityReport,
} from '@extaudit/engine';
import type { DemoAudit } from './audit-all.ts';

const findingsShown = 2;

/** A table of the audited versions, riskiest first, with what weighs most in each. */
export function ranking(audits: readonly DemoAudit[]): string {
  const rows = audits
    .flatMap(rowsOf)
    .sort(
      (left, right) => right.score - left.score || left.extension.localeCompare(right.extension),
    );
  const width = Math.max(...rows.map(({ extension }) => extension.length), 'extension'.length);
  return [
    `score  level     class       ${'extension'.padEnd(width)}  top findings`,
    ...rows.map(
      ({ score, level, classification, extension, top }) =>
        `${String(score).padStart(5)}  ${level.padEnd(8)}  ${classification.padEnd(10)}  ${extension.padEnd(width)}  ${top}`,
    ),
  ].join('\n');
}

interface Row {
  readonly score: number;
  readonly level: string;
  readonly classification: string;
  readonly extension: string;
  readonly top: string;
}

/** One row, or none where there is no report. */
function rowsOf({ name, analysis: { version, report } }: DemoAudit): readonly Row[] {
  if (!report) return [];
  const top = topFindings(report).map(({ severity, title }) => `${severity}: ${title}`);
  return [
    {
      score: report.risk_score,
      level: report.risk_level,
      classification: report.classification,
      extension: showControls(`${name} ${version}`),
      top: top.join('; '),
    },
  ];
}

/** Those that add most to the score, by contribution and then severity. */
function topFindings({ findings, contributions }: SecurityReport): readonly ReportFinding[] {
  const points = new Map(contributions.map(({ finding_id, points }) => [finding_id, points]));
  return [...findings]
    .sort(
      (left, right) =>
        (points.get(right.id) ?? 0) - (points.get(left.id) ?? 0) ||
        severities.indexOf(right.severity) - severities.indexOf(left.severity),
    )
    .slice(0, findingsShown);
}
