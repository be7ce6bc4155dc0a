import type { Audit, AuditOptions, PackageSummary } from '../audit.ts';
import type { Intelligence } from '../intelligence/intelligence.ts';
import type { PackageErrorCode } from '../unpack/package.ts';
import type { PackageSource } from '../unpack/source.ts';

/** What the supervisor tells a child: what to keep for later audits, which has no answer, and what to do. */
export type ChildRequest =
  | { readonly kind: 'know'; readonly intelligence: Intelligence }
  | WorkRequest;

/** What a child does; one at a time. */
export type WorkRequest =
  | { readonly kind: 'summarise'; readonly source: PackageSource }
  | {
      readonly kind: 'audit';
      readonly source: PackageSource;
      readonly options: Pick<
        AuditOptions,
        'analyzedAt' | 'publisher' | 'skippedFiles' | 'extensionId'
      >;
      /** Of the intelligence to use, which the child was told before. */
      readonly intelligenceHash?: string;
      /** When set, no script at all is parsed, for this reason. */
      readonly skipAllBecause?: string;
    };

/** What a child tells: that it began, which file it is about to parse, and one of the two ends. */
export type ChildMessage =
  | { readonly kind: 'started' }
  | { readonly kind: 'parsing'; readonly file: string }
  | { readonly kind: 'done'; readonly result: Audit | PackageSummary }
  | { readonly kind: 'refused'; readonly code: PackageErrorCode; readonly message: string }
  | { readonly kind: 'threw'; readonly message: string };
