import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../storage/postgres/free-port.ts';
import { bringDebianPrograms } from './debian-programs.ts';

/** A pooler in transaction mode before the server of the URL, with few sessions, so that clients get one another's. */
export async function startTestPooler(
  url: string,
): Promise<AsyncDisposable & { readonly url: string }> {
  const debian = await bringDebianPrograms(['pgbouncer']);
  const server = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-pooler-'));
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${server.username}" "${decodeURIComponent(server.password)}"\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 8
ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout
`,
  );
  await chmod(folder, 0o755);
  // It does not serve as root, but is read as root, whose folders others may not enter.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(await debian.program('pgbouncer'), [...user, settings], {
    env: { ...process.env, ...debian.env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const log: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    log.push(line);
    if (line.includes('process up')) break;
  }
  child.stderr.resume();
  if (!log.at(-1)?.includes('process up')) throw new Error(log.join('\n'));
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), 2_000);
      await exited;
      clearTimeout(killing);
      await rm(folder, { recursive: true });
    },
  };
}
