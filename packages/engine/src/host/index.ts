// The door to audits that nothing in a package can take down.

export { AuditProcessError, createAuditPool } from './audit-pool.ts';
export type { AuditCost, AuditPool, AuditPoolOptions, PoolAuditOptions } from './audit-pool.ts';
export type { PackedVersion } from './messages.ts';
