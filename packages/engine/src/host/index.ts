import type { Audit, AuditOptions, PackageSummary } from '../audit.ts';
import type { PackageSource } from '../unpack/source.ts';

/** Audits in child processes: a package that crashes, hangs or bloats one takes nothing else down. */
export interface AuditPool {
  /** Unpacks and models only. Rejects with `PackageError` when the input is no extension package. */
  summarise(source: PackageSource): Promise<PackageSummary>;
  /** Rejects with `PackageError` when the input is no extension package; whatever else goes wrong is in the report's coverage. */
  audit(source: PackageSource, options: PoolAuditOptions): Promise<Audit>;
  /** Lets running audits finish, then ends the children. */
  close(): Promise<void>;
}

export type PoolAuditOptions = Pick<AuditOptions, 'analyzedAt' | 'publisher'>;

export interface AuditPoolOptions {
  /** Children at most. */
  readonly processes: number;
  readonly memoryMegabytesMax?: number;
  readonly auditSecondsMax?: number;
}
