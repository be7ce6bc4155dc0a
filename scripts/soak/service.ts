import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPostmasterFile } from '../../packages/server/src/storage/postgres/postmaster-file.ts';
import { freePort } from '../../packages/server/src/storage/postgres/free-port.ts';

const command = join(import.meta.dirname, '../../packages/cli/src/main.ts');

/** Processes of one service with the embedded database, each of which is started again when it ends, as by a supervisor. */
export interface SoakService extends AsyncDisposable {
  readonly url: string;
  /** Ends of processes that nobody asked for, in words. */
  readonly surprises: readonly string[];
  /** Errors of requests in the log of the API, with their number of times. */
  readonly loggedErrors: ReadonlyMap<string, number>;
  readonly processes: readonly SupervisedProcess[];
  /** `postgres://` URL of the embedded database. */
  databaseUrl(): Promise<string>;
  /** SIGKILL of the embedded server, which takes all its connections along. */
  killDatabase(): Promise<void>;
}

interface SupervisedProcess {
  readonly name: string;
  readonly pid: number;
  kill(): void;
}

/** @param dataDirectory reachable for the user that the embedded database runs as */
export async function startSoakService(dataDirectory: string): Promise<SoakService> {
  const surprises: string[] = [];
  const loggedErrors = new Map<string, number>();
  // The same after a restart.
  const port = await freePort();
  const start = (name: string): Promise<Supervised> =>
    supervise(name, { dataDirectory, port, surprises, loggedErrors });
  const api = await start('api');
  const workers = await Promise.all(['worker 1', 'worker 2', 'worker 3'].map(start));
  /** One that was just killed is being started again. */
  const postmaster = async (): Promise<{ readonly pid: number; readonly port: number }> => {
    for (let tries = 0; tries < 300; tries += 1) {
      const running = await readPostmasterFile(join(dataDirectory, 'postgres'));
      if (running) return running;
      await sleep(100);
    }
    throw new Error('the embedded database does not run');
  };
  return {
    url: api.url,
    surprises,
    loggedErrors,
    processes: [api, ...workers],
    async databaseUrl() {
      const password = await readFile(join(dataDirectory, 'postgres.password'), 'utf8');
      return `postgres://extaudit:${password.trim()}@127.0.0.1:${(await postmaster()).port}/postgres`;
    },
    async killDatabase() {
      process.kill((await postmaster()).pid, 'SIGKILL');
    },
    async [Symbol.asyncDispose]() {
      for (const one of [...workers, api]) await one.stop();
    },
  };
}

interface Supervised extends SupervisedProcess {
  /** Empty for a worker. */
  readonly url: string;
  stop(): Promise<void>;
}

interface SupervisionOptions {
  readonly dataDirectory: string;
  readonly port: number;
  /** Grows. */
  readonly surprises: string[];
  /** Grows. */
  readonly loggedErrors: Map<string, number>;
}

async function supervise(
  name: string,
  { dataDirectory, port, surprises, loggedErrors }: SupervisionOptions,
): Promise<Supervised> {
  let isStopping = false;
  let isKilled = false;
  // Where memory is plenty the runtime lets garbage lie, and what grows says nothing.
  const NODE_OPTIONS = '--max-old-space-size=512';
  const launch = async (): Promise<{ readonly child: ChildProcess; readonly url: string }> => {
    const child = spawn(
      process.execPath,
      [command, 'serve', '--role', name === 'api' ? 'api' : 'worker'],
      {
        env: {
          PATH: process.env['PATH'],
          NODE_OPTIONS,
          EXTAUDIT_DATA_DIR: dataDirectory,
          EXTAUDIT_PORT: String(port),
          EXTAUDIT_AUDIT_PROCESSES: '1',
          EXTAUDIT_OFFLINE: 'true',
          EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.1',
          EXTAUDIT_DETECT_EVERY: '5s',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    child.on('exit', (code, signal) => {
      if (isStopping) return;
      if (!isKilled) surprises.push(`${name} ended with ${code ?? signal}`);
      isKilled = false;
      void replace();
    });
    createInterface({ input: child.stderr }).on('line', (line) => {
      const error = errorIn(line);
      if (error !== undefined) loggedErrors.set(error, (loggedErrors.get(error) ?? 0) + 1);
    });
    const lines = createInterface({ input: child.stdout });
    for (;;) {
      const [line] = (await once(lines, 'line')) as [string];
      const url = /listens on (\S+)/.exec(line)?.[1];
      if (url !== undefined || /worker is running/.test(line)) {
        lines.on('line', () => undefined);
        return { child, url: url ?? '' };
      }
    }
  };
  const replace = async (): Promise<void> => {
    current = (await launch()).child;
  };
  const first = await launch();
  let current = first.child;
  return {
    name,
    url: first.url,
    get pid() {
      return current.pid ?? 0;
    },
    kill() {
      isKilled = true;
      current.kill('SIGKILL');
    },
    async stop() {
      isStopping = true;
      if (current.exitCode !== null || current.signalCode !== null) return;
      const ended = once(current, 'exit');
      current.kill('SIGTERM');
      await ended;
    },
  };
}

/** Of a line of the request log that tells of a 5xx. */
function errorIn(line: string): string | undefined {
  const { err } = /"level":[56]0/.test(line)
    ? (JSON.parse(line) as { err?: { message: string; stack?: string } })
    : {};
  return err && `${err.message}${/\n\s+at .*/.exec(err.stack ?? '')?.[0] ?? ''}`;
}
