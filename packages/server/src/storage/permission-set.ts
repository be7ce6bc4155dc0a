import type { RiskLevel } from '@extaudit/engine/vocabulary';
import type { DatabaseTransaction } from './database.ts';
import { storableText } from './storable-text.ts';

export interface PermissionSet {
  readonly permhash: string;
  readonly permissions: readonly string[];
  readonly riskLevel: RiskLevel | undefined;
  readonly riskReasons: readonly string[];
}

/** Adds the sets that are new. Their counts of extensions and users are kept by the database. */
export async function savePermissionSets(
  trx: DatabaseTransaction,
  sets: readonly PermissionSet[],
): Promise<void> {
  const distinct = new Map(sets.map((set) => [set.permhash, set]));
  if (distinct.size === 0) return;
  await trx
    .insertInto('permission_set')
    .values(
      // In one order, so that two transactions cannot wait for each other.
      [...distinct.values()]
        .toSorted((a, b) => (a.permhash < b.permhash ? -1 : 1))
        .map((set) => ({
          permhash: set.permhash,
          permissions: set.permissions.map((permission) => storableText(permission)),
          risk_level: set.riskLevel ?? null,
          risk_reasons: [...set.riskReasons],
        })),
    )
    .onConflict((conflict) =>
      conflict.column('permhash').doUpdateSet((row) => ({
        risk_level: row.ref('excluded.risk_level'),
        risk_reasons: row.ref('excluded.risk_reasons'),
      })),
    )
    .execute();
}
