import { sql, type RawBuilder } from 'kysely';
import { isBehind, placeOf, readCursor, textPart, cursorBehind } from '../database/cursor.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { likePattern, offsetOf, type PageRequest } from '../database/page.ts';
import { storableText } from '../database/storable-text.ts';

/** A machine of an inventory. */
export interface InventoryMachine {
  readonly machineId: string;
  readonly name: string;
  /** Of the last import that it was in. */
  readonly seenAt: Date;
  readonly isStale: boolean;
  readonly extensions: number;
  readonly users: number;
}

export interface MachineFilters {
  readonly search?: string | undefined;
  /** Those that have it. */
  readonly extensionId?: string | undefined;
  readonly isStale?: boolean | undefined;
}

/** By name. @throws Refusal where `after` is no cursor of this list */
export async function listInventoryMachines(
  db: Database,
  inventoryId: string,
  filters: MachineFilters,
  now: Date,
  page: PageRequest & { readonly after?: string | undefined },
): Promise<{
  readonly items: readonly InventoryMachine[];
  readonly totalCount: number;
  readonly next: string | null;
}> {
  const parts = [textPart(sql`key`)];
  const list = `inventory machines ${inventoryId}`;
  const behind =
    page.after === undefined
      ? sql`true`
      : isBehind(parts, 'asc', readCursor(page.after, list, parts));
  const matching = sql`
    SELECT m.machine_id, m.key, m.name, m.seen_at,
      m.seen_at <= ${now}::timestamptz - v.stale_after_days * interval '1 day' AS is_stale
    FROM inventory_machine AS m JOIN inventory AS v USING (inventory_id)
    WHERE m.inventory_id = ${inventoryId} AND m.key <> ''`;
  const condition = conditionOf(filters);
  const [{ rows }, counted] = await Promise.all([
    sql<MachineRow>`
      SELECT m.*, ${placeOf(parts)} AS place, i.extensions, i.users
      FROM (SELECT * FROM (${matching}) AS m WHERE ${condition} AND ${behind} ORDER BY key
        LIMIT ${page.pageSize + 1} OFFSET ${page.after === undefined ? offsetOf(page) : 0}) AS m
      CROSS JOIN LATERAL (
        SELECT count(DISTINCT extension_id) AS extensions, count(DISTINCT user_name) AS users
        FROM inventory_install AS i WHERE i.machine_id = m.machine_id) AS i
      ORDER BY key`.execute(db),
    sql<{
      total: number;
    }>`SELECT count(*) AS total FROM (${matching}) AS m WHERE ${condition}`.execute(db),
  ]);
  const shown = rows.slice(0, page.pageSize);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({
      machineId: row.machine_id,
      name: row.name,
      seenAt: row.seen_at,
      isStale: row.is_stale,
      extensions: row.extensions,
      users: row.users,
    })),
    totalCount: counted.rows[0]?.total ?? 0,
    next: rows.length > shown.length && last ? cursorBehind(list, last.place) : null,
  };
}

export async function hasMachine(
  db: Database,
  inventoryId: string,
  machineId: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM inventory_machine
    WHERE inventory_id = ${inventoryId} AND machine_id = ${machineId} AND key <> ''`.execute(db);
  return rows.length > 0;
}

/** With all that is on it. @returns its name, unless the inventory has none */
export async function deleteInventoryMachine(
  trx: DatabaseTransaction,
  inventoryId: string,
  machineId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`DELETE FROM inventory_machine
    WHERE inventory_id = ${inventoryId} AND machine_id = ${machineId} AND key <> '' RETURNING name`.execute(
    trx,
  );
  return rows[0]?.name;
}

/** @param userName as it is kept @returns how many installs went */
export async function deleteInventoryUser(
  trx: DatabaseTransaction,
  inventoryId: string,
  userName: string,
): Promise<number> {
  const { rows } = await sql<{ installs: number }>`WITH gone AS (
    DELETE FROM inventory_install WHERE inventory_id = ${inventoryId} AND user_name = ${userName} RETURNING 1)
    SELECT count(*) AS installs FROM gone`.execute(trx);
  return rows[0]?.installs ?? 0;
}

interface MachineRow {
  readonly machine_id: string;
  readonly key: string;
  readonly name: string;
  readonly seen_at: Date;
  readonly is_stale: boolean;
  readonly extensions: number;
  readonly users: number;
  readonly place: string;
}

function conditionOf({ search, extensionId, isStale }: MachineFilters): RawBuilder<unknown> {
  return sql.join(
    [
      sql`true`,
      ...(isStale === undefined ? [] : [sql`is_stale = ${isStale}`]),
      ...(search === undefined
        ? []
        : [sql`key LIKE ${likePattern(storableText(search).toLowerCase())}`]),
      ...(extensionId === undefined
        ? []
        : [
            sql`EXISTS (SELECT FROM inventory_install AS i
              WHERE i.machine_id = m.machine_id AND i.extension_id = ${extensionId})`,
          ]),
    ],
    sql` AND `,
  );
}
