import { type Cell, type Column, csvHeader, csvLine } from '@extaudit/contract';
import type { AuditedTarget, ScanResult } from '@extaudit/engine';

/** A line of CSV for each target, in columns named as those of lists of the catalogue. */
export function scanTable(results: readonly ScanResult[]): string {
  const lines = results.map((result) => csvLine(columns.map(({ of }) => of(result))));
  return csvHeader(columns) + lines.join('');
}

const columns: readonly Column<ScanResult>[] = [
  { name: 'target', of: ({ target }) => target },
  audited('extension_id', ({ extension_id }) => extension_id),
  audited('name', ({ name }) => name),
  audited('version', ({ version }) => version),
  audited('risk_score', ({ report }) => report.risk_score),
  audited('risk_level', ({ report }) => report.risk_level, 'unknown'),
  audited('classification', ({ report }) => report.classification, 'unknown'),
  audited('headline', ({ report }) => report.headline ?? null),
  audited('findings', ({ report }) => report.findings.length),
  audited('is_complete', ({ report }) => report.coverage.complete),
  audited('package_sha256', ({ package_sha256 }) => package_sha256),
  { name: 'error', of: (result) => ('error' in result ? result.error.message : null) },
];

/** @param otherwise of what could not be audited */
function audited(
  name: string,
  of: (result: AuditedTarget) => Cell,
  otherwise: Cell = null,
): Column<ScanResult> {
  return { name, of: (result) => ('error' in result ? otherwise : of(result)) };
}
