import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { escapeIdentifier, type Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { DumpedSequence, DumpedTable } from './backup-manifest.ts';

/** What says only which processes run, and what each database tells of itself. */
const left = ['migration', 'worker'];

/**
 * Writes every table of ours, and the queue's jobs, into files of the folder.
 * @param client in a transaction whose snapshot all tables are seen in
 */
export async function dumpTables(client: Client, folder: string): Promise<DumpedTable[]> {
  const tables: DumpedTable[] = [];
  for (const table of await tablesOf(client)) tables.push(await dumpTable(client, table, folder));
  return tables;
}

/** Values beyond the snapshot are no harm: a sequence only has to be past what is used. */
export async function dumpSequences(client: Client): Promise<DumpedSequence[]> {
  const { rows } = await client.query<DumpedSequence>(
    `SELECT sequencename AS name, last_value::text AS "lastValue" FROM pg_sequences
     WHERE schemaname = 'public' ORDER BY sequencename`,
  );
  return rows;
}

type Table = Pick<DumpedTable, 'schema' | 'name' | 'columns'>;

async function tablesOf(client: Client): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname::text AS schema, c.relname::text AS name,
       array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c
     JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_attribute a ON a.attrelid = c.oid
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE (n.nspname = 'public' AND c.relkind = 'r' AND NOT c.relname = ANY ($1))
       OR (n.nspname = 'pgboss' AND c.relname = 'job')
     GROUP BY 1, 2 ORDER BY 1, 2`,
    [left],
  );
  return rows;
}

async function dumpTable(client: Client, table: Table, folder: string): Promise<DumpedTable> {
  const file = `${table.schema}.${table.name}.copy.gz`;
  const path = join(folder, file);
  const columns = table.columns.map(escapeIdentifier).join(', ');
  const name = `${escapeIdentifier(table.schema)}.${escapeIdentifier(table.name)}`;
  const copy = client.query(copyTo(`COPY (SELECT ${columns} FROM ${name}) TO STDOUT`));
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(copy, createGzip({ level: 4 }), hashed, createWriteStream(path));
  await syncFile(path);
  return { ...table, rows: copy.rowCount, file, sha256: hash.digest('hex') };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
