import { sql } from 'kysely';
import { momentPart, uuidPart } from '../database/cursor.ts';
import { type CursorPage, type CursorPageRequest, readPage } from '../database/cursor-page.ts';
import type { Database } from '../database/database.ts';
import type { StoredImport } from './inventory.ts';

/** What a source had of an extension after one import and after another. */
export interface InventoryChange {
  readonly extensionId: string;
  readonly before: readonly VersionCount[];
  readonly after: readonly VersionCount[];
}

/** An unknown version is the empty one. */
export interface VersionCount {
  readonly version: string;
  readonly machines: number;
}

/** The newest first. @throws Refusal where `after` is no cursor of imports */
export async function listInventoryImports(
  db: Database,
  inventoryId: string,
  page: CursorPageRequest,
): Promise<CursorPage<StoredImport>> {
  const imports = sql<StoredImport>`(SELECT ${importColumns} FROM inventory_import
    WHERE inventory_id = ${inventoryId})`;
  const parts = [momentPart(sql.ref('createdAt')), uuidPart(sql.ref('importId'))];
  const found = await readPage(
    db.selectFrom(imports.as('i')).selectAll(),
    { list: 'imports', parts, order: 'desc' },
    page,
  );
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM inventory_import
    WHERE inventory_id = ${inventoryId}`.execute(db);
  return { ...found, totalCount: counted.rows[0]?.total ?? 0 };
}

export async function findInventoryImport(
  db: Database,
  inventoryId: string,
  importId: string,
): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`SELECT ${importColumns} FROM inventory_import
    WHERE inventory_id = ${inventoryId} AND import_id = ${importId}`.execute(db);
  return rows[0];
}

/** The one before it. */
export async function findImportBefore(
  db: Database,
  inventoryId: string,
  { createdAt, importId }: Pick<StoredImport, 'createdAt' | 'importId'>,
): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`SELECT ${importColumns} FROM inventory_import
    WHERE inventory_id = ${inventoryId} AND (created_at, import_id) < (${createdAt}, ${importId})
    ORDER BY created_at DESC, import_id DESC LIMIT 1`.execute(db);
  return rows[0];
}

/** Extensions of which versions or machines differ; by how many machines, ties by id. */
export async function compareImports(
  db: Database,
  fromId: string,
  toId: string,
  limit: number,
): Promise<{ readonly changes: readonly InventoryChange[]; readonly total: number }> {
  const { rows } = await sql<InventoryChange & { readonly total: number }>`
    WITH side AS (
      SELECT import_id, extension_id, sum(machines) AS machines,
        json_agg(json_build_object('version', version, 'machines', machines) ORDER BY machines DESC, version)::text
          AS versions
      FROM inventory_snapshot WHERE import_id IN (${fromId}, ${toId}) GROUP BY import_id, extension_id
    )
    SELECT extension_id AS "extensionId", coalesce(b.versions, '[]')::json AS before,
      coalesce(a.versions, '[]')::json AS after, count(*) OVER () AS total
    FROM (SELECT * FROM side WHERE import_id = ${fromId}) AS b
    FULL JOIN (SELECT * FROM side WHERE import_id = ${toId}) AS a USING (extension_id)
    WHERE a.versions IS DISTINCT FROM b.versions
    ORDER BY greatest(coalesce(a.machines, 0), coalesce(b.machines, 0)) DESC, extension_id LIMIT ${limit}`.execute(
    db,
  );
  return { changes: rows, total: rows[0]?.total ?? 0 };
}

const importColumns = sql`import_id AS "importId", format, rows_taken AS "rowsTaken", rows_skipped AS "rowsSkipped",
  machines, extensions, created_at AS "createdAt"`;
