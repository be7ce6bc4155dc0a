import type { Audit, AuditOptions, PackageSummary } from '../audit.ts';
import type { ComparedVersion, VersionDiff } from '../diff/diff-versions.ts';
import type { Intelligence } from '../intelligence/intelligence.ts';
import type { PackageBytes, PackageFile, PackageText } from '../unpack/package-files.ts';
import type { PackageErrorCode } from '../unpack/package.ts';
import type { ManifestSource, PackageSource } from '../unpack/source.ts';

/** What the supervisor tells a child: what to keep for later audits, which has no answer, and what to do. */
export type ChildRequest =
  | { readonly kind: 'know'; readonly intelligence: Intelligence }
  | (WorkRequest & CpuLimits);

/** Processor time of all threads; what the machine does besides does not count. */
export interface CpuLimits {
  /** Of the work as a whole. Default: none. */
  readonly cpuSecondsMax?: number;
  /** Of each script of an audit. Default: none. */
  readonly scriptCpuSecondsMax?: number;
}

/** Ends a child whose work took more processor time than it may. */
export const cpuTimeSignal = 'SIGVTALRM';

/** What a child does; one at a time. */
export type WorkRequest =
  | { readonly kind: 'summarise'; readonly source: PackageSource }
  | { readonly kind: 'list-files'; readonly source: PackageSource }
  | { readonly kind: 'read-file'; readonly source: PackageSource; readonly path: string }
  | {
      readonly kind: 'read-bytes';
      readonly source: PackageSource;
      readonly path: string;
      readonly bytesMax: number;
    }
  | { readonly kind: 'compare'; readonly before: PackedVersion; readonly after: PackedVersion }
  | {
      readonly kind: 'audit';
      readonly source: PackageSource | ManifestSource;
      readonly options: Pick<
        AuditOptions,
        'analyzedAt' | 'context' | 'skippedFiles' | 'extensionId'
      >;
      /** Of the intelligence to use, which the child was told before, or `bundled`. */
      readonly intelligenceHash?: string;
      /** When set, no script is parsed, for this reason. */
      readonly withoutScripts?: string;
      /** When set, no rule is run, for this reason. */
      readonly withoutRules?: string;
    };

/** A version to compare, with the package that its files are in. */
export type PackedVersion = Omit<ComparedVersion, 'files'> & { readonly source?: PackageSource };

export type WorkResult =
  | Audit
  | PackageSummary
  | readonly PackageFile[]
  | PackageText
  | PackageBytes
  | VersionDiff
  | undefined;

/** What one piece of work took of its process. */
export interface WorkCost {
  /** All threads. */
  readonly cpuSeconds: number;
  /** Resident at most since the process began: earlier work counts as well. */
  readonly processBytesMax: number;
}

/** What a child tells: that it began, which file it is about to parse, that all are parsed, and one of the two ends. */
export type ChildMessage =
  | { readonly kind: 'started' }
  /** `cpuSeconds`: what the work has taken up to then. */
  | { readonly kind: 'parsing'; readonly file: string; readonly cpuSeconds: number }
  | { readonly kind: 'parsed' }
  | { readonly kind: 'done'; readonly result: WorkResult; readonly cost: WorkCost }
  | { readonly kind: 'refused'; readonly code: PackageErrorCode; readonly message: string }
  | { readonly kind: 'threw'; readonly message: string };
