import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** Whether there is anything that only the installation's key opens. */
export async function hasSealedSecret(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM webhook_secret) OR EXISTS (SELECT FROM webhook)
      OR EXISTS (SELECT FROM second_factor)
      OR EXISTS (SELECT FROM inventory WHERE user_key_sealed IS NOT NULL) AS found`.execute(db);
  return rows[0]?.found === true;
}
