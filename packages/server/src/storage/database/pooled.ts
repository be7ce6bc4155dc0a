import type { Client } from 'pg';

/**
 * Whether a pooler stands between the client and its server: it tells keys of its own for cancelling, and one session of the
 * server serves many clients, so that nothing that lasts beyond a transaction can be asked for there.
 */
export async function isPooled(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid !== (client as unknown as { readonly processID: number | null }).processID;
}
