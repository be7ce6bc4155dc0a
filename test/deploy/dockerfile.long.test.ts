// No container engine is needed: the steps of the Dockerfile are carried out in empty folders, and what comes of them is started
// as the image would be, by the same user, with a root that cannot be written.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { carryOut, type CarriedOut } from './carry-out-dockerfile.ts';
import { freePort } from '../../packages/server/src/storage/postgres/free-port.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../..');
const compressedBytesMax = 200_000_000;
/** `node:24-bookworm-slim` for amd64, on which the rest is put. */
const baseCompressedBytes = 80_000_000;

describe('what the Dockerfile makes', () => {
  let folder: string;
  let image: CarriedOut;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'extaudit-image-'));
    await chmod(folder, 0o755);
    image = await carryOut({
      dockerfile: join(repository, 'deploy/Dockerfile'),
      ignoreFile: join(repository, 'deploy/Dockerfile.dockerignore'),
      context: repository,
      into: folder,
    });
    // Where another user can reach it.
    await cp(process.execPath, join(folder, 'node'));
    await run('chmod', ['-R', 'a-w', join(image.root, 'opt')]);
  });
  after(async () => {
    await run('chmod', ['-R', 'u+w', folder]);
    await rm(folder, { recursive: true });
  });

  it('is small', async (t) => {
    const { stdout } = await run('/bin/sh', ['-c', 'tar cz opt var | wc -c'], { cwd: image.root });
    const bytes = Number(stdout) + baseCompressedBytes;
    t.diagnostic(`${(Number(stdout) / 1e6).toFixed(1)} MB compressed, without the base image`);
    assert.ok(bytes < compressedBytesMax);
  });

  it('serves with a database of its own, is healthy, and stops in order', async () => {
    const port = await freePort();
    const options = {
      cwd: image.workdir,
      env: {
        ...image.env,
        PATH: `${folder}:${image.env['PATH']}`,
        EXTAUDIT_PORT: String(port),
      },
      ...(process.getuid?.() === 0 && { uid: image.uid, gid: image.gid }),
    };
    const [program = '', ...args] = image.command;
    await using service = startProgram(program, args, options);
    await service.printed(/extaudit listens on/);
    const [check = '', ...checkArgs] = image.healthcheck;
    await run(check, checkArgs, options);
    const page = await fetch(`http://127.0.0.1:${port}/sign-in`);
    assert.match(await page.text(), /<div id="root">/);
    assert.equal(await service.stop(), 0);
    await assert.rejects(run(check, checkArgs, options));
  });

  it('holds nothing but the packed package and what it installs', async () => {
    const { stdout } = await run('ls', ['-A', join(image.root, 'opt/extaudit')]);
    assert.deepEqual(stdout.trim().split('\n'), [
      'empty',
      'node_modules',
      'package-lock.json',
      'package.json',
    ]);
  });
});

function startProgram(
  program: string,
  args: readonly string[],
  options: Parameters<typeof spawn>[2],
) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const lines = createInterface(child.stdout);
  return {
    async printed(pattern: RegExp): Promise<void> {
      for await (const line of lines) {
        if (!pattern.test(line)) continue;
        child.stdout?.resume();
        return;
      }
      throw new Error(`${program} ended without ${String(pattern)}`);
    },
    async stop(): Promise<number | null> {
      child.kill('SIGTERM');
      return (await closed)[0];
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}
