import { execFile } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import {
  chmod,
  chown,
  link,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  copyPostgresBinaries,
  findPostgresBinaries,
  postgresVersion,
  type PostgresBinaries,
} from './postgres-binaries.ts';
import { canReach, findUnprivilegedUser, type SystemUser } from './unprivileged-user.ts';

/** Everything needed to run the embedded server: made once, kept for ever. */
export interface PostgresHome {
  readonly binaries: PostgresBinaries;
  /** PostgreSQL's data directory. */
  readonly database: string;
  readonly password: string;
  readonly logFile: string;
  /** Whom the server runs as, where this process is root. */
  readonly user?: SystemUser;
}

/** Where the embedded database goes when the user it runs as cannot reach the data folder. */
const sharedFolder = '/var/lib/extaudit';

/**
 * Finds binaries, user and folder for the embedded server and creates the database cluster where there
 * is none. @param dataDirectory existing, resolved
 */
export async function preparePostgresHome(
  dataDirectory: string,
  { log, durable }: { readonly log: (message: string) => void; readonly durable: boolean },
): Promise<PostgresHome> {
  const user = await findUnprivilegedUser();
  const found = findPostgresBinaries();
  const version = await postgresVersion(found);
  const binaries = await reachableBinaries(found, user, version, log);
  const folder = await reachableFolder(dataDirectory, user, log);
  const password = await keptPassword(join(folder, 'postgres.password'));
  const database = join(folder, 'postgres');
  const home: PostgresHome = {
    binaries,
    database,
    password,
    logFile: join(folder, 'postgres.log'),
    ...(user && { user }),
  };
  const existing = await readFile(join(database, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (existing === undefined) await createCluster(home, folder, durable);
  else checkMajorVersion(existing.trim(), version, database);
  return home;
}

function checkMajorVersion(existing: string, ours: string, database: string): void {
  const major = ours.split('.')[0];
  if (existing === major) return;
  throw new Error(
    `the database in ${database} was made by PostgreSQL ${existing}, but this extaudit brings PostgreSQL ${ours}; ` +
      `dump it with the extaudit version that made it and restore the dump into an empty data folder, or set DATABASE_URL to a PostgreSQL ${existing} server`,
  );
}

async function reachableBinaries(
  found: PostgresBinaries,
  user: SystemUser | undefined,
  version: string,
  log: (message: string) => void,
): Promise<PostgresBinaries> {
  if (user === undefined || (await canReach(user, found.postgres))) return found;
  log(
    `user ${user.name} cannot reach ${found.folder}; using a copy of PostgreSQL in ${sharedFolder}`,
  );
  await makeTraversable(sharedFolder);
  return copyPostgresBinaries(found, sharedFolder, version);
}

async function reachableFolder(
  dataDirectory: string,
  user: SystemUser | undefined,
  log: (message: string) => void,
): Promise<string> {
  if (user === undefined || (await canReach(user, dataDirectory))) return dataDirectory;
  // Each data folder has a database of its own, there as well.
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 12);
  const folder = join(sharedFolder, name);
  log(`user ${user.name} cannot reach ${dataDirectory}; the database is in ${folder}`);
  await makeTraversable(sharedFolder);
  await makeTraversable(folder);
  return folder;
}

async function makeTraversable(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await chmod(folder, 0o711);
}

/** Reads the password, or makes it; of several processes that make it at once, one wins. */
async function keptPassword(file: string): Promise<string> {
  const existing = await readFile(file, 'utf8').catch(() => undefined);
  if (existing !== undefined) return existing.trim();
  const unfinished = `${file}.new-${randomUUID()}`;
  await writeFile(unfinished, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(unfinished, { force: true });
  return (await readFile(file, 'utf8')).trim();
}

/** Runs initdb beside the final place and renames, so that a kill in the middle leaves no half a cluster. */
async function createCluster(home: PostgresHome, folder: string, durable: boolean): Promise<void> {
  const stage = await mkdtemp(join(folder, 'postgres.new-'));
  const passwordFile = join(stage, 'password');
  const identity = home.user && { uid: home.user.uid, gid: home.user.gid };
  try {
    await writeFile(passwordFile, home.password, { mode: 0o600 });
    if (identity) {
      await chown(stage, identity.uid, identity.gid);
      await chown(passwordFile, identity.uid, identity.gid);
    }
    await promisify(execFile)(
      home.binaries.initdb,
      [
        `--pgdata=${join(stage, 'data')}`,
        '--username=extaudit',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // The same order and case rules on every machine, whatever locales it has.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        ...(durable ? [] : ['--no-sync']),
      ],
      { cwd: stage, env: { ...process.env, LC_ALL: 'C' }, ...identity },
    );
    await rename(join(stage, 'data'), home.database).catch(async (error: unknown) => {
      // Another process may have been faster; its cluster has the same password.
      if (!(await stat(join(home.database, 'PG_VERSION')).catch(() => undefined))) throw error;
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
