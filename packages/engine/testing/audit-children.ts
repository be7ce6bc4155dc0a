import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildZip } from '../fixtures/packages/build-zip.ts';
import type { PackageSource } from '../src/unpack/source.ts';

/** Of 60,000 an audit takes two seconds where nothing else runs: long enough to be caught in the middle of it. */
export const slowLine = 'function a(b){return b.c+[1,2,3].map((d)=>d*2)}\n';

/** An extension whose service worker is `worker.js`, which loads the other files. */
export function extension(scripts: Readonly<Record<string, string>>): PackageSource {
  const manifest = {
    manifest_version: 3,
    name: 'Tide table',
    version: '4.2',
    background: { service_worker: 'worker.js' },
    content_scripts: [{ matches: ['https://tides.example/*'], js: Object.keys(scripts) }],
  };
  const entries = Object.entries({ 'manifest.json': JSON.stringify(manifest), ...scripts });
  const bytes = buildZip(entries.map(([name, contents]) => ({ name, contents, isStored: true })));
  return { kind: 'bytes', name: 'tide.zip', bytes };
}

/** Audit processes of the process. */
export function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split(
    '\n',
  );
  return lines
    .filter((line) => /audit-child\.[jt]s/.test(line))
    .map((line) => line.trim().split(/\s+/).slice(0, 2).map(Number))
    .filter(([, ppid]) => ppid === parent)
    .map(([pid]) => pid ?? 0);
}

/** Linux only, as the repository's tests are: user and system time of the process, at 100 ticks a second. */
export function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function isRunning(pid: number): boolean {
  try {
    // Where nobody collects orphans, an ended process stays as a zombie.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}

export async function waitFor(find: () => number[]): Promise<[number, ...number[]]> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    const [first, ...rest] = find();
    if (first !== undefined) return [first, ...rest];
    await sleep(50);
  }
  return assert.fail('nothing came within a minute');
}
