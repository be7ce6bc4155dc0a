import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { escapeIdentifier, type Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { BackupManifest, DumpedTable } from './backup-manifest.ts';

/** @throws where a file of the backup is gone or has changed */
export async function checkTables(tables: readonly DumpedTable[], folder: string): Promise<void> {
  for (const { file, sha256 } of tables) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, file)), hash);
    if (hash.digest('hex') !== sha256) {
      throw new Error(`${join(folder, file)} is not as it was written: the backup is damaged`);
    }
  }
}

/**
 * Fills the empty tables of a schema that is as old as the backup, in one transaction. References are taken off meanwhile,
 * because they go in circles, and are checked as a whole when they are put back.
 */
export async function loadTables(
  client: Client,
  { tables, sequences }: BackupManifest,
  folder: string,
): Promise<void> {
  await client.query('BEGIN');
  try {
    // A service or another restore may have written since it was looked at.
    await client.query('LOCK TABLE account, extension IN ACCESS EXCLUSIVE MODE');
    await refuseUsed(client);
    const references = await referencesOf(client);
    for (const { table, name } of references) {
      await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${escapeIdentifier(name)}`);
    }
    // What triggers made of these rows stands among them.
    await switchTriggers(client, tables, 'DISABLE');
    for (const table of tables) await loadTable(client, table, folder);
    await switchTriggers(client, tables, 'ENABLE');
    for (const { table, name, definition } of references) {
      await client.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`,
      );
    }
    for (const { name, lastValue: value } of sequences) {
      if (value === null) continue;
      await client.query('SELECT setval($1::regclass, $2::bigint)', [
        `public.${escapeIdentifier(name)}`,
        value,
      ]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
  await client.query('ANALYZE');
}

/** A restore adds to nothing: what is there and what comes would contradict each other. */
export async function refuseUsed(client: Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('public.account') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists !== true) return;
  const used = await client.query('SELECT FROM account UNION ALL SELECT FROM extension LIMIT 1');
  if (used.rowCount === 0) return;
  throw new Error('the database is in use; restore into an empty data folder or database');
}

interface Reference {
  /** Quoted where it has to be. */
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

async function referencesOf(client: Client): Promise<readonly Reference[]> {
  const { rows } = await client.query<Reference>(
    `SELECT conrelid::regclass::text AS table, conname::text AS name,
       pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  return rows;
}

async function switchTriggers(
  client: Client,
  tables: readonly DumpedTable[],
  verb: 'DISABLE' | 'ENABLE',
): Promise<void> {
  for (const { schema, name } of tables) {
    if (schema !== 'public') continue;
    await client.query(`ALTER TABLE ${nameOf({ schema, name })} ${verb} TRIGGER USER`);
  }
}

async function loadTable(client: Client, table: DumpedTable, folder: string): Promise<void> {
  // Rows that a migration writes are among the backup's.
  if (table.schema === 'public') await client.query(`DELETE FROM ${nameOf(table)}`);
  const columns = table.columns.map(escapeIdentifier).join(', ');
  const copy = client.query(copyFrom(`COPY ${nameOf(table)} (${columns}) FROM STDIN`));
  await pipeline(createReadStream(join(folder, table.file)), createGunzip(), copy);
  if (copy.rowCount !== table.rows) {
    throw new Error(`${table.name} has ${copy.rowCount} rows, and ${table.rows} in the backup`);
  }
}

function nameOf({ schema, name }: Pick<DumpedTable, 'schema' | 'name'>): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}
