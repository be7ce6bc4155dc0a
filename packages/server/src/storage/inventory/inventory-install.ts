import { sql, type RawBuilder } from 'kysely';
import { integerPart, isBehind, placeOf, readCursor, cursorBehind } from '../database/cursor.ts';
import type { Database } from '../database/database.ts';
import { offsetOf, type PageRequest } from '../database/page.ts';

/** One extension on one machine, for one user in one browser profile. */
export interface InventoryInstall {
  readonly extensionId: string;
  readonly geckoId: string | null;
  readonly name: string | null;
  readonly version: string | null;
  /** Null where the source names none. */
  readonly machineId: string | null;
  readonly machine: string | null;
  readonly isStale: boolean;
  readonly user: string | null;
  readonly browser: string | null;
  readonly profile: string | null;
  readonly installType: string | null;
  readonly enabled: boolean | null;
}

export interface InstallFilters {
  readonly extensionId?: string | undefined;
  readonly machineId?: string | undefined;
  /** As it is kept. */
  readonly user?: string | undefined;
}

/** In the order in which they were imported. @throws Refusal where `after` is no cursor of this list */
export async function listInventoryInstalls(
  db: Database,
  inventoryId: string,
  filters: InstallFilters,
  now: Date,
  page: PageRequest & { readonly after?: string | undefined },
): Promise<{
  readonly items: readonly InventoryInstall[];
  readonly totalCount: number;
  readonly next: string | null;
}> {
  const parts = [integerPart(sql`i.install_id`)];
  const list = `inventory installs ${inventoryId}`;
  const behind =
    page.after === undefined
      ? sql`true`
      : isBehind(parts, 'asc', readCursor(page.after, list, parts));
  const condition = conditionOf(inventoryId, filters);
  const [{ rows }, counted] = await Promise.all([
    sql<InventoryInstall & { readonly place: string }>`
      SELECT i.extension_id AS "extensionId", x.gecko_id AS "geckoId", coalesce(e.name, x.name) AS name, i.version,
        CASE WHEN m.key <> '' THEN m.machine_id END AS "machineId", nullif(m.name, '') AS machine,
        m.seen_at <= ${now}::timestamptz - v.stale_after_days * interval '1 day' AS "isStale",
        i.user_name AS user, i.browser, i.profile, i.install_type AS "installType", i.enabled, ${placeOf(parts)} AS place
      FROM inventory_install AS i JOIN inventory_machine AS m USING (machine_id)
      JOIN inventory AS v ON v.inventory_id = i.inventory_id
      LEFT JOIN inventory_extension AS x ON x.inventory_id = i.inventory_id AND x.extension_id = i.extension_id
      LEFT JOIN extension AS e ON e.extension_id = i.extension_id
      WHERE ${condition} AND ${behind} ORDER BY i.install_id
      LIMIT ${page.pageSize + 1} OFFSET ${page.after === undefined ? offsetOf(page) : 0}`.execute(
      db,
    ),
    sql<{
      total: number;
    }>`SELECT count(*) AS total FROM inventory_install AS i WHERE ${condition}`.execute(db),
  ]);
  const shown = rows.slice(0, page.pageSize);
  const last = shown.at(-1);
  return {
    items: shown,
    totalCount: counted.rows[0]?.total ?? 0,
    next: rows.length > shown.length && last ? cursorBehind(list, last.place) : null,
  };
}

function conditionOf(
  inventoryId: string,
  { extensionId, machineId, user }: InstallFilters,
): RawBuilder<unknown> {
  return sql.join(
    [
      sql`i.inventory_id = ${inventoryId}`,
      ...(extensionId === undefined ? [] : [sql`i.extension_id = ${extensionId}`]),
      ...(machineId === undefined ? [] : [sql`i.machine_id = ${machineId}`]),
      ...(user === undefined ? [] : [sql`i.user_name = ${user}`]),
    ],
    sql` AND `,
  );
}
