import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Kept between runs, beside the dependencies of which it is none. */
const cacheFolder = join(import.meta.dirname, '../node_modules/.cache/extaudit-bench');
const linter = 'addons-linter@10.10.0';
const blocker = 'webext-ublock-origin-chromium';

/** Whole audits of uBlock Origin as Debian ships it, against Mozilla's linter on the same folder; both warm. */
export async function benchmarkAddonsLinter(): Promise<void> {
  console.log(`engine: ${blocker} against ${linter}`);
  const [linterFolder, extension] = [await installedLinter(), await unpackedBlocker()];
  if (linterFolder === undefined || extension === undefined) return;
  const reference = await fastestRound('addons-linter', extension, linterFolder);
  const ours = await fastestRound('extaudit', extension);
  console.log(`  extaudit, package to report   ${ours.toFixed(2)} s`);
  console.log(`  ${linter}         ${reference.toFixed(2)} s`);
  console.log(`  ratio                         ${(reference / ours).toFixed(1)} (at least 8)`);
}

/** Processor seconds, measured the same way in a process of its own. */
async function fastestRound(
  what: 'extaudit' | 'addons-linter',
  extension: string,
  linterFolder = '',
): Promise<number> {
  const rounds = join(import.meta.dirname, 'audit-rounds.ts');
  const { stdout } = await run(process.execPath, [rounds, what, extension, linterFolder]);
  return Number(stdout);
}

/** The linter's own folder; nothing of what it installs is run while it is installed. */
async function installedLinter(): Promise<string | undefined> {
  const folder = join(cacheFolder, linter);
  const installed = join(folder, 'node_modules/addons-linter');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', '.'];
  return prepared(installed, folder, [['npm', ['install', ...flags, linter]]]);
}

/** The folder with the manifest of the unpacked Debian package. */
async function unpackedBlocker(): Promise<string | undefined> {
  const folder = join(cacheFolder, blocker);
  const unpacked = join(folder, 'unpacked');
  const ready = await prepared(unpacked, folder, [
    ['apt-get', ['download', blocker]],
    ['sh', ['-c', 'dpkg-deb -x ./*.deb unpacked']],
  ]);
  const manifests = ready === undefined ? [] : globSync('**/manifest.json', { cwd: ready });
  const [manifest] = manifests.sort((a, b) => a.length - b.length);
  return manifest === undefined ? undefined : dirname(join(unpacked, manifest));
}

/** `wanted`, made by the commands in `folder` unless an earlier run did; says why where that is not possible. */
async function prepared(
  wanted: string,
  folder: string,
  commands: readonly (readonly [string, readonly string[]])[],
): Promise<string | undefined> {
  if (existsSync(wanted)) return wanted;
  // Under another name until all is there, so that a broken run is not taken for a finished one.
  const unfinished = `${folder}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true });
    for (const [command, args] of commands) await run(command, [...args], { cwd: unfinished });
    await rename(unfinished, folder);
    return wanted;
  } catch (error) {
    const [reason] = (error as Error).message.trim().split('\n').slice(-1);
    console.log(`  left out: ${commands[0]?.[0]} did not bring it here: ${reason}`);
    return undefined;
  }
}
