import { severities } from '../vocabulary.ts';
import type { AuditedTarget } from './scan-result.ts';
import type { ReportFinding } from './security-report.ts';

/** Bytes of a summary in JSON, at most. */
export const summaryBytesMax = 2_000;

const findingsMax = 5;
const hostsMax = 5;
const nameCharactersMax = 100;

/**
 * A report in short, as JSON of at most `summaryBytesMax` bytes: the verdict, the heaviest findings, and who receives data.
 * The counts say how much more there is.
 */
export function summaryReport(result: AuditedTarget): string {
  for (let shown = Math.max(findingsMax, hostsMax); shown > 0; shown -= 1) {
    const text = `${JSON.stringify(summaryOf(result, shown))}\n`;
    if (Buffer.byteLength(text) <= summaryBytesMax) return text;
  }
  return `${JSON.stringify(summaryOf(result, 0))}\n`;
}

function summaryOf(
  { extension_id, name, version, report, standing }: AuditedTarget,
  shown: number,
) {
  const receivers = report.hosts.filter(({ receives }) => (receives ?? []).length > 0);
  return {
    extension_id,
    name: shortened(name),
    version: shortened(version),
    package_sha256: report.package.sha256,
    risk_score: report.risk_score,
    risk_level: report.risk_level,
    classification: report.classification,
    headline: report.headline ?? null,
    // What is left without all that somebody accepted or knew.
    ...(standing && {
      effective: {
        risk_score: standing.effective.risk_score,
        risk_level: standing.effective.risk_level,
        classification: standing.effective.classification,
      },
    }),
    analyzed_at: report.analyzed_at,
    ruleset_version: report.ruleset_version,
    is_complete: report.coverage.complete,
    finding_count: report.findings.length,
    findings: [...report.findings]
      .sort((a, b) => heaviness(b) - heaviness(a) || (a.id < b.id ? -1 : 1))
      .slice(0, Math.min(shown, findingsMax))
      .map(({ id, severity, title }) => ({ id, severity, title })),
    receiver_count: receivers.length,
    receivers: receivers
      .slice(0, Math.min(shown, hostsMax))
      .map(({ host, receives }) => ({ host, receives: receives.slice(0, 3) })),
  };
}

function heaviness({ points, severity }: ReportFinding): number {
  return points ?? severities.indexOf(severity);
}

/** Each character is up to 6 bytes in JSON. */
function shortened(text: string): string {
  return text.length > nameCharactersMax
    ? `${text.slice(0, nameCharactersMax).toWellFormed()}…`
    : text;
}
