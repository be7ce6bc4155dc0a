import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createAuditPool, type AuditPool } from '@extaudit/engine/host';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { createOwner } from './domain/auth/create-owner.ts';
import { createSetupCode } from './domain/auth/set-up.ts';
import { queueSettings, startWorkers } from './jobs/index.ts';
import { hasAccount } from './storage/account.ts';
import { openDatabase, type Database } from './storage/database.ts';
import { startEmbeddedPostgres } from './storage/embedded-postgres.ts';
import { migrate } from './storage/migrate.ts';
import { openPackageFolder, type PackageStore } from './storage/packages.ts';
import { openQueue, type Queue } from './storage/queue.ts';
import { removeWorker, reportWorker } from './storage/worker.ts';

export interface StartOptions {
  /** Of extaudit, for the OpenAPI document. */
  readonly version: string;
  /** Told in plain words what the operator should know. */
  readonly log?: (message: string) => void;
  /** For HTTP requests; without it they are not logged. */
  readonly logger?: FastifyBaseLogger;
  /** Runs audits in place of the engine's own pool. */
  readonly pool?: AuditPool;
}

/** A running service, with what commands in the same process need. */
export interface Service {
  /** Base URL; absent for role `worker`. */
  readonly url: string | undefined;
  /** Where the first owner is made; present on an empty database. */
  readonly setupUrl: string | undefined;
  readonly db: Database;
  readonly packages: PackageStore;
  readonly queue: Queue;
  readonly pool: AuditPool;
  readonly now: () => Date;
  /** Takes no new work, lets running work finish or go back, within 30 s, and stops the embedded database. */
  stop(): Promise<void>;
}

/** Starts what the role asks for. When a step fails, what had been started is stopped again. */
export async function startService(config: Config, options: StartOptions): Promise<Service> {
  const log = options.log ?? (() => undefined);
  await using started = new AsyncDisposableStack();
  const url = await openStorage(config, log, started);
  await migrate(url);
  const db = openDatabase(url);
  started.defer(() => db.destroy());
  await createFirstOwner(db, config);
  const packages = openPackageFolder(config.packagesFolder);
  const pool = options.pool ?? createAuditPool({ processes: config.auditProcesses });
  started.defer(() => pool.close());
  const queue = await openQueue(url, queueSettings(), (error) => log(`queue: ${error.message}`));
  started.defer(() => queue.close());
  const services = { db, packages, queue, pool, now: () => new Date() };
  if (config.role !== 'api') {
    started.defer(await reportAlive(db, log));
    await startWorkers(queue, services);
  }
  const address =
    config.role === 'worker' ? undefined : await listen(config, services, options, started);
  const code = address === undefined ? undefined : await createSetupCode(db, new Date());
  const stack = started.move();
  return {
    ...services,
    url: address,
    setupUrl: code === undefined ? undefined : `${address}/api/v1/auth/setup?code=${code}`,
    stop: () => stack.disposeAsync(),
  };
}

async function openStorage(
  config: Config,
  log: (message: string) => void,
  started: AsyncDisposableStack,
): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  const server = await startEmbeddedPostgres({ dataDirectory: config.dataDir, log });
  started.defer(() => server.release());
  return server.urlOf('postgres');
}

async function createFirstOwner(db: Database, config: Config): Promise<void> {
  if (config.adminEmail === undefined || config.adminPasswordFile === undefined) return;
  if (await hasAccount(db)) return;
  const password = (await readFile(config.adminPasswordFile, 'utf8')).replace(/\r?\n$/, '');
  await createOwner(db, { email: config.adminEmail, password });
}

const aliveSeconds = 10;

/** @returns what ends it */
async function reportAlive(
  db: Database,
  log: (message: string) => void,
): Promise<() => Promise<void>> {
  const workerId = randomUUID();
  await reportWorker(db, workerId);
  const timer = setInterval(() => {
    reportWorker(db, workerId).catch((error: unknown) => log(`worker: ${String(error)}`));
  }, aliveSeconds * 1_000);
  return async () => {
    clearInterval(timer);
    await removeWorker(db, workerId);
  };
}

async function listen(
  config: Config,
  services: Omit<Service, 'url' | 'setupUrl' | 'stop'>,
  options: StartOptions,
  started: AsyncDisposableStack,
): Promise<string> {
  const app = await buildApp(services, {
    version: options.version,
    trustProxy: config.trustProxy,
    ...(options.logger && { logger: options.logger }),
  });
  started.defer(() => app.close());
  return app.listen({ host: config.host, port: config.port });
}
