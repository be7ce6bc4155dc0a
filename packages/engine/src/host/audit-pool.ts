import type { Audit, AuditOptions, PackageSummary } from '../audit.ts';
import type { VersionDiff } from '../diff/diff-versions.ts';
import type { PackageFile, PackageText } from '../unpack/package-files.ts';
import { PackageError } from '../unpack/package.ts';
import type { PackageSource } from '../unpack/source.ts';
import { createChildPool } from './child-pool.ts';
import type { ChildPool } from './child-pool.ts';
import type { PackedVersion, WorkRequest, WorkResult } from './messages.ts';

/** Audits in child processes: a package that crashes, hangs or bloats one takes nothing else down. */
export interface AuditPool {
  /** Unpacks and models only. Rejects with `PackageError` when the input is no extension package. */
  summarise(source: PackageSource): Promise<PackageSummary>;
  /**
   * Rejects with `PackageError` when the input is no extension package, and with `AuditProcessError` when it
   * brings a process down before any of its scripts is read; whatever else goes wrong is in the report's coverage.
   */
  audit(source: PackageSource, options: PoolAuditOptions): Promise<Audit>;
  /** Every file of the package, sorted by path. Rejects as `summarise` does, and so do the next two. */
  listFiles(source: PackageSource): Promise<readonly PackageFile[]>;
  /** The first MiB of one file's text; `undefined` when the package has no such file. */
  readFile(source: PackageSource, path: string): Promise<PackageText | undefined>;
  /** What changed between two versions. */
  compare(before: PackedVersion, after: PackedVersion): Promise<VersionDiff>;
  /** Lets running audits finish, then ends the children. Without it the process does not end by itself. */
  close(): Promise<void>;
}

export type PoolAuditOptions = Pick<
  AuditOptions,
  'analyzedAt' | 'publisher' | 'intelligence' | 'extensionId'
>;

export interface AuditPoolOptions {
  /** Children at most. */
  readonly processes: number;
  /** JavaScript heap of each child. Default: 1,024. */
  readonly memoryMegabytesMax?: number;
  /** For one attempt; a package that kills its process is tried up to five times. Default: 60. */
  readonly auditSecondsMax?: number;
}

/** The package's audit could not be finished by any process, scripts or not. */
export class AuditProcessError extends Error {
  override readonly name = 'AuditProcessError';
  readonly code = 'audit-process-failed';
}

export function createAuditPool(options: AuditPoolOptions): AuditPool {
  const children = createChildPool({
    processes: options.processes,
    memoryMegabytesMax: options.memoryMegabytesMax ?? 1024,
    requestSecondsMax: options.auditSecondsMax ?? 60,
  });
  return {
    async summarise(source) {
      return (await read(children, { kind: 'summarise', source })) as PackageSummary;
    },
    async listFiles(source) {
      return (await read(children, { kind: 'list-files', source })) as readonly PackageFile[];
    },
    async readFile(source, path) {
      return (await read(children, { kind: 'read-file', source, path })) as PackageText | undefined;
    },
    async compare(before, after) {
      return (await read(children, { kind: 'compare', before, after })) as VersionDiff;
    },
    audit: (source, auditOptions) => auditPast(children, source, auditOptions),
    close: () => children.close(),
  };
}

/** Runs what reads a package but none of its scripts. */
async function read(
  children: ChildPool,
  request: Exclude<WorkRequest, { kind: 'audit' }>,
): Promise<WorkResult> {
  const outcome = await children.run(request);
  if (outcome.kind === 'refused') throw new PackageError(outcome.code, outcome.message);
  if (outcome.kind === 'failed') throw new AuditProcessError(`Reading the package ${outcome.how}.`);
  return outcome.result;
}

/** Files that are left out one by one before all scripts are. */
const fatalFilesMax = 3;

/** Audits; leaves out the file that was fatal and tries again; and at last leaves all scripts out. */
async function auditPast(
  children: ChildPool,
  source: PackageSource,
  options: PoolAuditOptions,
): Promise<Audit> {
  const { intelligence, ...given } = options;
  const skippedFiles = new Map<string, string>();
  let skipAllBecause: string | undefined;
  for (;;) {
    const request = {
      kind: 'audit',
      source,
      options: { ...given, skippedFiles },
      ...(intelligence && { intelligenceHash: intelligence.hash }),
      ...(skipAllBecause !== undefined && { skipAllBecause }),
    } as const;
    const outcome = await children.run(request, intelligence);
    if (outcome.kind === 'done') return outcome.result as Audit;
    if (outcome.kind === 'refused') throw new PackageError(outcome.code, outcome.message);
    if (skipAllBecause !== undefined)
      throw new AuditProcessError(
        `The package ${outcome.how}, even with all its scripts left out.`,
      );

    const { lastFile, how } = outcome;
    if (lastFile === undefined) skipAllBecause = `The package ${how} before any script was read.`;
    else if (skippedFiles.has(lastFile) || skippedFiles.size === fatalFilesMax)
      skipAllBecause = `${[...skippedFiles.keys(), lastFile].join(', ')}: each ${how}.`;
    else skippedFiles.set(lastFile, `It ${how}.`);
  }
}
