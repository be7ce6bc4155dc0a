import { stat } from 'node:fs/promises';
import {
  classifications,
  riskLevels,
  rules,
  showControls,
  toolOf,
  type Audit,
  type Intelligence,
  type PackageSource,
  type SecurityReport,
} from '@extaudit/engine';
import { createAuditPool, type AuditPool } from '@extaudit/engine/host';
import { bundledIntelligence } from '@extaudit/engine/intelligence';
import { auditFailure } from '../audit-failure.ts';
import { CommandError, exitCodes } from '../exit.ts';
import { hasColor, writeOutputFile, writeResult } from '../output.ts';
import type { DiffOptions } from './diff-options.ts';
import { diffText, type ComparedTarget } from './diff-text.ts';

/** Audits both, writes what changed, and gives the exit code. */
export async function runDiff(
  beforePath: string,
  afterPath: string,
  options: DiffOptions,
): Promise<number> {
  const intelligence = options.intel ? bundledIntelligence() : undefined;
  const pool = createAuditPool({ processes: 2 });
  try {
    const [before, after] = await Promise.all([
      auditTarget(pool, beforePath, intelligence),
      auditTarget(pool, afterPath, intelligence),
    ]);
    const diff = await pool.compare(comparedVersion(before), comparedVersion(after));
    const targets = { before: described(before), after: described(after) };
    const tool = toolOf(rules, intelligence?.hash);
    const text =
      options.format === 'json'
        ? `${JSON.stringify({ schema_version: 1, tool, ...targets, diff }, null, 2)}\n`
        : diffText(targets, diff, options.output === undefined && hasColor(process.stdout));
    if (options.output === undefined) await writeResult(text);
    else await writeOutputFile('--output', options.output, text);
    return exitCodeOf(before.audit.report, after.audit.report, options);
  } finally {
    await pool.close();
  }
}

interface AuditedSource {
  readonly target: string;
  readonly source: PackageSource;
  readonly audit: Audit;
}

/** @throws CommandError, because there is no diff of one version */
async function auditTarget(
  pool: AuditPool,
  target: string,
  intelligence: Intelligence | undefined,
): Promise<AuditedSource> {
  try {
    const isFolder = (await stat(target)).isDirectory();
    const source: PackageSource = { kind: isFolder ? 'directory' : 'file', path: target };
    const analyzedAt = new Date().toISOString();
    const audit = await pool.audit(source, { analyzedAt, ...(intelligence && { intelligence }) });
    return { target, source, audit };
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
    const why = isAbsent ? 'There is no such file or folder.' : auditFailure(error).message;
    throw new CommandError(showControls(`${target}: ${why}`), { cause: error });
  }
}

function comparedVersion({ source, audit: { summary, report } }: AuditedSource) {
  return { source, manifest: summary.manifest, report };
}

function described({ target, audit: { summary } }: AuditedSource): ComparedTarget {
  return {
    target,
    extension_id: summary.id.value,
    name: summary.name,
    version: summary.version,
    package_sha256: summary.sha256,
  };
}

function exitCodeOf(before: SecurityReport, after: SecurityReport, options: DiffOptions): number {
  if (options.failOnIncrease && isWorse(before, after)) return exitCodes.thresholdReached;
  const isComplete = before.coverage.complete && after.coverage.complete;
  return isComplete ? exitCodes.fine : exitCodes.incomplete;
}

function isWorse(before: SecurityReport, after: SecurityReport): boolean {
  return (
    riskLevels.indexOf(after.risk_level) > riskLevels.indexOf(before.risk_level) ||
    classifications.indexOf(after.classification) > classifications.indexOf(before.classification)
  );
}
