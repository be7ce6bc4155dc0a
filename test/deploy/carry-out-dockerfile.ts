// Carries a Dockerfile out where no container engine is: each stage is a folder, COPY copies between them, and RUN runs in the
// folder's WORKDIR with this machine's shell and npm, and the Node.js of the tests. What the base image holds besides is not there.

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, cp, glob, mkdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isIgnored } from './docker-ignore.ts';
import { readDockerfile, type Stage, type Step } from './read-dockerfile.ts';

/** The last stage, carried out. */
export interface CarriedOut {
  /** What is `/` in the image. */
  readonly root: string;
  /** Absolute on this machine. */
  readonly workdir: string;
  /** Variables of ENV, their paths leading below the root. */
  readonly env: Readonly<Record<string, string>>;
  /** Of ENTRYPOINT and CMD. */
  readonly command: readonly string[];
  /** Of HEALTHCHECK. */
  readonly healthcheck: readonly string[];
  readonly uid: number;
  readonly gid: number;
}

export interface Build {
  readonly dockerfile: string;
  readonly ignoreFile: string;
  /** What is built from. */
  readonly context: string;
  /** An empty folder. */
  readonly into: string;
}

export async function carryOut(build: Build): Promise<CarriedOut> {
  const stages = readDockerfile(await readFile(build.dockerfile, 'utf8'));
  const rootOf = (index: number): string => join(build.into, `stage-${index}`);
  const rootNamed = (name: string): string => rootOf(stages.findIndex((one) => one.name === name));
  for (const [index, stage] of stages.entries()) {
    const root = rootOf(index);
    // What every base image has.
    await mkdir(join(root, 'tmp'), { recursive: true, mode: 0o777 });
    for (const [at, step] of stage.steps.entries()) {
      const state = stateAfter(root, stage.steps.slice(0, at));
      if (step.keyword === 'WORKDIR') await mkdir(join(root, step.text), { recursive: true });
      if (step.keyword === 'COPY') await copy(step, root, state.workdir, rootNamed, build);
      if (step.keyword === 'RUN') await run(step, state);
    }
  }
  return resultOf(rootOf(stages.length - 1), stages.at(-1));
}

interface State {
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
}

function stateAfter(root: string, steps: readonly Step[]): State {
  const workdir = steps.findLast(({ keyword }) => keyword === 'WORKDIR')?.text ?? '/';
  const env: Record<string, string> = {
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    HOME: join(root, 'tmp'),
  };
  for (const { properties } of steps.filter(({ keyword }) => keyword === 'ENV')) {
    for (const [name, value] of properties) {
      const parts = value.split(':').map((part) => {
        const path = join(root, part);
        return part.startsWith('/') && existsSync(path) ? path : part;
      });
      env[name] = parts.join(':').replace('$PATH', env['PATH'] ?? '');
    }
  }
  return { workdir: join(root, workdir), env };
}

async function copy(
  { words, flags }: Step,
  root: string,
  workdir: string,
  rootNamed: (stage: string) => string,
  { context, ignoreFile }: Build,
): Promise<void> {
  const target = words.at(-1) ?? '';
  const to = target.startsWith('/') ? join(root, target) : resolve(workdir, target);
  const from = flags.get('from');
  const source = from === undefined ? context : rootNamed(from);
  const patterns = from === undefined ? await readFile(ignoreFile, 'utf8') : '';
  const isCopied = (path: string): boolean => {
    const name = path.slice(source.length + 1);
    // Of an ignored folder something may be named that is not.
    return name === '' || !isIgnored(patterns, name) || patterns.includes(`\n!${name}/`);
  };
  for (const word of words.slice(0, -1)) {
    const name = word.replace(/^\//, '');
    const names = /[*?[]/.test(name) ? await Array.fromAsync(glob(name, { cwd: source })) : [name];
    if (names.length === 0) throw new Error(`COPY: there is no ${word}`);
    for (const path of names.map((each) => join(source, each))) {
      const isFile = (await stat(path)).isFile();
      const place = isFile && target.endsWith('/') ? join(to, basename(path)) : to;
      await cp(path, place, {
        recursive: true,
        verbatimSymlinks: true,
        filter: isCopied,
      });
    }
  }
  const [uid, gid] = (flags.get('chown') ?? '').split(':').map(Number);
  if (uid && gid && process.getuid?.() === 0) await chown(to, uid, gid);
}

async function run({ text }: Step, { workdir, env }: State): Promise<void> {
  try {
    await promisify(execFile)('/bin/sh', ['-c', text], {
      cwd: workdir,
      // How this machine reaches the registry is its own matter.
      env: { ...process.env, ...env, HOME: homedir() },
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`RUN ${text}\n${stdout}${stderr}`, { cause: error });
  }
}

function resultOf(root: string, stage: Stage | undefined): CarriedOut {
  const steps = stage?.steps ?? [];
  const last = (keyword: string): Step | undefined =>
    steps.findLast((step) => step.keyword === keyword);
  const [uid = 0, gid = 0] = (last('USER')?.text ?? '').split(':').map(Number);
  return {
    root,
    ...stateAfter(root, steps),
    command: [...(last('ENTRYPOINT')?.json ?? []), ...(last('CMD')?.json ?? [])],
    healthcheck: JSON.parse((last('HEALTHCHECK')?.text ?? '').replace(/^CMD /, '')),
    uid,
    gid,
  };
}
