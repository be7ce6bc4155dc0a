import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { storableText } from '../database/storable-text.ts';

/** A package that the operator has put out of reach. */
export interface QuarantinedPackage {
  readonly sha256: string;
  readonly reason: string;
  readonly createdAt: Date;
}

/** With what the catalogue knows of it. */
export interface ListedQuarantine extends QuarantinedPackage {
  /** An extension and a version that it claims, with a space between them; sorted, empty where it never came. */
  readonly claims: readonly string[];
}

/** Why a package is in quarantine; `undefined` when it is not. */
export async function findQuarantineReason(
  db: Database,
  sha256: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('quarantined_package')
    .select('reason')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.reason;
}

/**
 * The same, for the rest of the transaction: whoever puts the package into quarantine waits for its end, so that nothing is
 * reported of the package afterwards.
 */
export async function lockQuarantineReason(
  trx: DatabaseTransaction,
  sha256: string,
): Promise<string | undefined> {
  await sql`SELECT FROM package WHERE sha256 = ${sha256} FOR KEY SHARE`.execute(trx);
  return findQuarantineReason(trx, sha256);
}

/** The latest first. */
export async function listQuarantine(db: Database): Promise<readonly ListedQuarantine[]> {
  return db
    .selectFrom('quarantined_package as q')
    .select(['q.sha256', 'q.reason', 'q.created_at as createdAt'])
    .select(
      sql<string[]>`ARRAY(SELECT v.extension_id || ' ' || v.version FROM version_package AS p
        JOIN version AS v ON v.extension_version_id = p.extension_version_id
        WHERE p.sha256 = q.sha256 ORDER BY 1)`.as('claims'),
    )
    .orderBy('q.created_at', 'desc')
    .orderBy('q.sha256')
    .execute();
}

/** Puts a package into quarantine, or gives it another reason. @returns whether it was not in it */
export async function saveQuarantine(
  db: Database,
  { sha256, reason, createdAt }: QuarantinedPackage,
): Promise<boolean> {
  const text = storableText(reason);
  return db.transaction().execute(async (trx) => {
    await sql`SELECT FROM package WHERE sha256 = ${sha256} FOR UPDATE`.execute(trx);
    const { isNew } = await trx
      .insertInto('quarantined_package')
      .values({ sha256, reason: text, created_at: createdAt })
      .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ reason: text }))
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .executeTakeFirstOrThrow();
    return isNew;
  });
}

/**
 * Takes a package out of quarantine, and has audited what could not be meanwhile.
 * @returns whether it was in it
 */
export async function deleteQuarantine(trx: DatabaseTransaction, sha256: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('quarantined_package')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await sql`INSERT INTO due_audit (extension_version_id)
    SELECT extension_version_id FROM version_package WHERE sha256 = ${sha256}
    ON CONFLICT DO NOTHING`.execute(trx);
  return true;
}
