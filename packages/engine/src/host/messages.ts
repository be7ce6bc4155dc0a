import type { Audit, AuditOptions, PackageSummary } from '../audit.ts';
import type { PackageErrorCode } from '../unpack/package.ts';
import type { PackageSource } from '../unpack/source.ts';

/** What the supervisor asks a child to do; one at a time. */
export type ChildRequest =
  | { readonly kind: 'summarise'; readonly source: PackageSource }
  | {
      readonly kind: 'audit';
      readonly source: PackageSource;
      readonly options: Pick<AuditOptions, 'analyzedAt' | 'publisher' | 'skippedFiles'>;
      /** When set, no script is parsed, for this reason. */
      readonly withoutScripts?: string;
      /** When set, no rule is run, for this reason. */
      readonly withoutRules?: string;
    };

/** What a child tells: that it began, which file it is about to parse, that all are parsed, and one of the two ends. */
export type ChildMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'parsing'; readonly file: string }
  | { readonly kind: 'parsed' }
  | { readonly kind: 'done'; readonly result: Audit | PackageSummary }
  | { readonly kind: 'refused'; readonly code: PackageErrorCode; readonly message: string }
  | { readonly kind: 'threw'; readonly message: string };
