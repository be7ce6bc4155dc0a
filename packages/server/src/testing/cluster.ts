import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScriptedS3, startScriptedS3 } from './scripted-s3.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type Member = 'api-1' | 'api-2' | 'worker-1' | 'worker-2' | 'worker-3';
export const members: readonly Member[] = ['api-1', 'worker-1', 'api-2', 'worker-2', 'worker-3'];

/** Two API and three worker processes, each with a data folder of its own, on one database and one bucket. */
export interface Cluster extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly s3: ScriptedS3;
  /** What the processes are told of the bucket. */
  readonly packagesUrl: string;
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
  const s3 = started.use(await startScriptedS3());
  const keyFile = join(folder, 'secrets.key');
  await writeFile(keyFile, randomBytes(32), { mode: 0o600 });
  const packagesUrl = `s3://packages?endpoint=${s3.endpoint}`;
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
        EXTAUDIT_PACKAGES_URL: packagesUrl,
        EXTAUDIT_SECRETS_KEY_FILE: keyFile,
        EXTAUDIT_AUDIT_PROCESSES: '1',
        EXTAUDIT_OFFLINE: 'true',
        AWS_ACCESS_KEY_ID: 'tide',
        AWS_SECRET_ACCESS_KEY: 'table',
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
    s3,
    packagesUrl,
    urls: () => [...urls.values()],
    async restart(member, signal) {
      urls.delete(member);
      await processes.get(member)?.end(signal);
      await start(member);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
