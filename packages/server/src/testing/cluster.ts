import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { startTestSwift, type TestSwift } from './test-swift.ts';

export type Member = 'api-1' | 'api-2' | 'worker-1' | 'worker-2' | 'worker-3';
export const members: readonly Member[] = ['api-1', 'worker-1', 'api-2', 'worker-2', 'worker-3'];

/** Two API and three worker processes, each with a data folder of its own, on one database and one bucket. */
export interface Cluster extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly swift: TestSwift;
  /** Of the API processes that listen now. */
  urls(): readonly string[];
  /** Ends a process, and starts it again where it was. */
  restart(member: Member, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export async function startCluster(): Promise<Cluster> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-cluster-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const database = await createTestDatabase();
  started.defer(() => database.close());
  const swift = started.use(await startTestSwift());
  const keyFile = join(folder, 'secrets.key');
  await writeFile(keyFile, randomBytes(32), { mode: 0o600 });
  const processes = new Map<Member, ServiceProcess>();
  const urls = new Map<Member, string>();
  started.defer(async () => {
    await Promise.all([...processes.values()].map((each) => each[Symbol.asyncDispose]()));
  });

  async function start(member: Member): Promise<void> {
    const role = member.replace(/-\d$/, '');
    const service = startServiceProcess(
      {
        DATABASE_URL: database.url,
        EXTAUDIT_ROLE: role,
        EXTAUDIT_DATA_DIR: join(folder, member),
        EXTAUDIT_SECRETS_KEY_FILE: keyFile,
        EXTAUDIT_AUDIT_PROCESSES: '1',
        EXTAUDIT_OFFLINE: 'true',
        ...swift.env,
      },
      { isQuiet: true },
    );
    processes.set(member, service);
    if (role === 'worker') {
      await service.line(/worker is running/);
      return;
    }
    const url = /listens on (\S+)/.exec(await service.line(/listens on/))?.[1];
    urls.set(member, url ?? '');
  }

  await Promise.all(members.map(start));
  const stack = started.move();
  return {
    database,
    swift,
    urls: () => [...urls.values()],
    async restart(member, signal) {
      urls.delete(member);
      await processes.get(member)?.end(signal);
      await start(member);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
