import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ReportFlow, PackageSource, SecurityReport } from '@extaudit/engine';
import { createTestPool } from '../../packages/engine/testing/test-pool.ts';

const repository = join(import.meta.dirname, '../..');

/** What the engine finds on the real extensions among the development dependencies. */
export const snapshotPath = 'test/real-extensions.json';

/** By the path of the package below `node_modules`. */
export type Snapshot = Readonly<Record<string, ExtensionSnapshot>>;

interface ExtensionSnapshot {
  /** Name and version. */
  readonly extension: string;
  readonly classification: SecurityReport['classification'];
  readonly risk_score: number;
  readonly risk_level: SecurityReport['risk_level'];
  /** Rule id -> places. */
  readonly findings: Readonly<Record<string, number>>;
  /** Kinds of source and sink, and direction -> flows. */
  readonly flows: Readonly<Record<string, number>>;
}

export async function readSnapshot(): Promise<Snapshot> {
  return JSON.parse(await readFile(join(repository, snapshotPath), 'utf8')) as Snapshot;
}

/** Audits the packages without intelligence, two at a time; in their order. The same for the same engine on any machine. */
export async function takeSnapshot(sources: readonly PackageSource[]): Promise<Snapshot> {
  const processes = 2;
  // A busy machine must not end an audit that another one finishes.
  const pool = createTestPool({ processes, auditSecondsMax: 600 });
  const snapshots: [string, ExtensionSnapshot][] = [];
  const queue = sources.entries();
  const worker = async (): Promise<void> => {
    for (const [position, source] of queue) {
      const options = { analyzedAt: '2026-01-01T00:00:00.000Z' };
      const { report, summary } = await pool.audit(source, options);
      const extension = `${summary.name} ${summary.version}`;
      snapshots[position] = [snapshotName(source), snapshotOf(extension, report)];
    }
  };
  try {
    await Promise.all(Array.from({ length: processes }, worker));
  } finally {
    await pool.close();
  }
  return Object.fromEntries(snapshots);
}

/** What the snapshot calls the package. */
export function snapshotName(source: PackageSource): string {
  if (source.kind === 'bytes') return source.name;
  return relative(join(repository, 'node_modules'), source.path);
}

function snapshotOf(extension: string, report: SecurityReport): ExtensionSnapshot {
  const { classification, risk_score, risk_level, findings, flows } = report;
  return {
    extension,
    classification,
    risk_score,
    risk_level,
    findings: sorted(findings.map(({ id, evidence_count }) => [id, evidence_count])),
    flows: sorted(
      [...Map.groupBy(flows, flowName)].map(([name, same]) => [name, same.length] as const),
    ),
  };
}

function flowName({ source, sink, direction }: ReportFlow): string {
  return `${source.kind} → ${sink.kind} (${direction})`;
}

function sorted(counts: readonly (readonly [string, number])[]): Record<string, number> {
  return Object.fromEntries(counts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
