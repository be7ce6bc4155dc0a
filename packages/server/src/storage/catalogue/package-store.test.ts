import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { openPackageFolder } from './package-store.ts';

const sha256 = 'ab'.repeat(32);

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-packages-'));
  try {
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* pieces(...parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('bytes come back as they were put, also when two put them at once', async () => {
  await withFolder(async (folder) => {
    const store = openPackageFolder(folder);
    const bytes = Buffer.from([0, 255, 10, 13]);
    const put = async (): Promise<string> => {
      await using received = await store.receive(pieces(bytes.subarray(0, 1), bytes.subarray(1)));
      await received.keep();
      return received.sha256;
    };
    const [sha256, other] = await Promise.all([put(), put()]);
    assert.equal(sha256, other);
    assert.equal(sha256, createHash('sha256').update(bytes).digest('hex'));
    const path = join(folder, sha256.slice(0, 2), sha256);
    assert.deepEqual(await store.source(sha256, 'tide'), {
      kind: 'file',
      path,
      name: 'tide',
      sha256,
    });
    assert.equal(await store.isIntact(sha256), true);
    assert.deepEqual(await readFile(path), bytes);
    assert.deepEqual((await filesIn(folder)).sort(), [sha256]);
  });
});

test('an unknown package is not intact', async () => {
  await withFolder(async (folder) => {
    const store = openPackageFolder(folder);
    assert.equal(await store.isIntact(sha256), false);
  });
});

test('bytes that are damaged come back whole when they are kept again, and only then', async () => {
  await withFolder(async (folder) => {
    const store = openPackageFolder(folder);
    const bytes = Buffer.from('spring tide');
    const keep = async (): Promise<boolean> => {
      await using received = await store.receive(pieces(bytes));
      return await received.keep();
    };
    assert.equal(await keep(), true);
    assert.equal(await keep(), false);
    const [name = ''] = await filesIn(folder);
    const path = join(folder, name.slice(0, 2), name);
    for (const damaged of ['neap', 'spring time', '']) {
      await writeFile(path, damaged);
      assert.equal(await store.isIntact(name), false);
      assert.equal(await keep(), true);
      assert.deepEqual(await readFile(path), bytes);
    }
    assert.deepEqual(await filesIn(folder), [name]);
  });
});

test('bytes that nobody keeps, or that break off, leave nothing', async () => {
  await withFolder(async (folder) => {
    const store = openPackageFolder(folder);
    {
      await using received = await store.receive(pieces(Buffer.from('tide')));
      assert.equal(await readFile(received.path, 'utf8'), 'tide');
    }
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('ti');
      throw new Error('cut off');
    }
    await assert.rejects(store.receive(breaking(), 'one'), { message: 'cut off' });
    assert.deepEqual(await filesIn(folder), []);
  });
});

test('an owner has so many under way, and all together so many bytes', async () => {
  await withFolder(async (folder) => {
    const store = openPackageFolder(folder, { ofOwnerMax: 2, bytesMax: 10 });
    const receive = (owner: string) => store.receive(pieces(Buffer.from('1234')), owner);
    const first = await receive('one');
    const second = await receive('one');
    const refused = { code: 'rate_limited', retryAfterSeconds: 15 };
    await assert.rejects(receive('one'), refused);
    await assert.rejects(receive('other'), { code: 'busy', retryAfterSeconds: 15 });
    await first[Symbol.asyncDispose]();
    await first[Symbol.asyncDispose]();
    const third = await receive('one');
    await assert.rejects(receive('one'), refused);
    await Promise.all([second, third].map((received) => received[Symbol.asyncDispose]()));
    assert.deepEqual(await filesIn(folder), []);
  });
});

test('what a killed process was receiving is swept, what a live one receives is not', async () => {
  await withFolder(async (folder) => {
    const script = `
      import { openPackageFolder } from ${JSON.stringify(import.meta.resolve('./package-store.ts'))};
      async function* endless() { yield Buffer.from('tide'); console.log('received'); await new Promise(() => setInterval(() => {}, 1000)); }
      await openPackageFolder(${JSON.stringify(folder)}).receive(endless(), 'one');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    await once(child.stdout, 'data');
    const store = openPackageFolder(folder);
    await using own = await store.receive(pieces(Buffer.from('ebb')));
    await store.sweep();
    assert.equal((await filesIn(folder)).length, 2);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await store.sweep();
    assert.deepEqual(await filesIn(folder), [basename(own.path)]);
    // Of a process that cannot be asked for, as on another machine, the age decides.
    const foreign = join(folder, 'incoming', '0123456789abcdef.1.x');
    await writeFile(foreign, 'tide');
    await store.sweep();
    assert.equal((await filesIn(folder)).length, 2);
    await utimes(foreign, new Date(), new Date(Date.now() - 4_000_000));
    await store.sweep();
    assert.deepEqual(await filesIn(folder), [basename(own.path)]);
  });
});

test('a name that is no hash never becomes a path', async () => {
  await assert.rejects(openPackageFolder('/tmp').source('../../etc/passwd', 'x'), TypeError);
});

test('without space the error says so, nothing is left, and the next package fits again (row 33)', async () => {
  await withFolder(async (folder) => {
    const script = `
      import { readdirSync } from 'node:fs';
      import { openPackageFolder } from ${JSON.stringify(import.meta.resolve('./package-store.ts'))};
      const store = openPackageFolder(${JSON.stringify(folder)});
      async function* of(count) { for (; count > 0; count -= 1) yield Buffer.alloc(1000); }
      const failure = await store.receive(of(500)).catch((error) => error);
      const left = readdirSync(${JSON.stringify(folder)}, { recursive: true });
      const received = await store.receive(of(1));
      await received.keep();
      console.log(JSON.stringify([failure.code, left]));`;
    // The limit on file size stands in for the full disk: the write fails in the middle all the same.
    const output = execFileSync(
      'sh',
      [
        '-c',
        `trap '' XFSZ; ulimit -f 100; exec "$0" --input-type=module -e "$1"`,
        process.execPath,
        script,
      ],
      { encoding: 'utf8' },
    );
    assert.deepEqual(JSON.parse(output), ['storage-full', ['incoming']]);
    assert.equal((await filesIn(folder)).length, 1);
  });
});
