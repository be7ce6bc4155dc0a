import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { promisify } from 'node:util';

/** Binaries as npm unpacks them where install scripts are switched off. */
async function withoutLinks(t: TestContext): Promise<{ folder: string; dataDirectory: string }> {
  const parent = await mkdtemp(join(tmpdir(), 'extaudit-libraries-'));
  t.after(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'package/native');
  const dataDirectory = join(parent, 'data');
  await mkdir(join(folder, 'lib'), { recursive: true });
  await mkdir(dataDirectory);
  await writeFile(join(folder, 'lib/libx.so.5.18'), 'code');
  const links = ['libx.so', 'libx.so.5'].map((name) => ({
    source: 'native/lib/libx.so.5.18',
    target: `native/lib/${name}`,
  }));
  await writeFile(join(folder, 'pg-symlinks.json'), JSON.stringify(links));
  await writeFile(join(parent, 'package/package.json'), '{"version":"18.9.0"}');
  await chmod(parent, 0o755);
  return { folder, dataDirectory };
}

/** As a user whom modes stop, which root is not. @returns the folder whose libraries are linked */
async function link({ folder, dataDirectory }: { folder: string; dataDirectory: string }) {
  const script = `
    import { withLinkedLibraries } from ${JSON.stringify(import.meta.resolve('./linked-libraries.ts'))};
    const binaries = { folder: ${JSON.stringify(folder)}, postgres: '', initdb: '' };
    console.log((await withLinkedLibraries(binaries, ${JSON.stringify(dataDirectory)})).folder);`;
  const isRoot = process.getuid?.() === 0;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    isRoot ? { uid: unprivileged, gid: unprivileged, env: {} } : {},
  );
  return stdout.trim();
}

const unprivileged = 65_534;

it('are linked where they stand when no install script has done it', async (t) => {
  const places = await withoutLinks(t);
  await chmod(join(places.folder, 'lib'), 0o777);
  assert.equal(await link(places), places.folder);
  assert.equal(await readlink(join(places.folder, 'lib/libx.so.5')), 'libx.so.5.18');
  assert.equal(await readlink(join(places.folder, 'lib/libx.so')), 'libx.so.5.18');
});

it('are linked in a copy in the data folder when the package is read-only', async (t) => {
  const places = await withoutLinks(t);
  await chmod(join(places.folder, 'lib'), 0o555);
  if (process.getuid?.() === 0) await chown(places.dataDirectory, unprivileged, unprivileged);
  const copy = join(places.dataDirectory, 'postgresql-18.9.0');
  for (const _ of ['made', 'used again']) {
    assert.equal(await link(places), copy);
    assert.equal(await readlink(join(copy, 'lib/libx.so')), 'libx.so.5.18');
  }
  await assert.rejects(readlink(join(places.folder, 'lib/libx.so')), { code: 'ENOENT' });
});
