import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Gone with the dependencies, and brought again in seconds. */
const cacheFolder = join(import.meta.dirname, '../../../../node_modules/.cache/extaudit-debian');

/** Programs of Debian that tests run, unpacked where nothing of the system is touched and no root is needed. */
export interface DebianPrograms {
  /** Of one that was unpacked or, where it was installed already, of that one. */
  program(name: string): Promise<string>;
  /** Lets them find the libraries that were unpacked beside them. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Brings packages, and what they depend on and this machine lacks, from Debian's mirror; later runs find them in the cache.
 * Throws where that is impossible, with a message that says what to install.
 */
export async function bringDebianPrograms(
  packages: readonly [string, ...string[]],
): Promise<DebianPrograms> {
  const folder = join(cacheFolder, packages.join('+'));
  if (!(await isThere(folder))) await unpack(packages, folder);
  const libraries = globSync(['lib/*-linux-*', 'usr/lib/*-linux-*'], { cwd: folder });
  const paths = (parts: readonly string[]): string =>
    parts.map((part) => join(folder, part)).join(':');
  return {
    async program(name) {
      for (const root of [folder, '/']) {
        for (const place of ['usr/bin', 'usr/sbin']) {
          const path = join(root, place, name);
          if (await isThere(path)) return path;
        }
      }
      throw new Error(`there is no ${name} in ${folder} nor in /usr`);
    },
    env: {
      LD_LIBRARY_PATH: paths(libraries),
      PYTHONPATH: paths(['usr/lib/python3/dist-packages']),
    },
  };
}

async function unpack(packages: readonly [string, ...string[]], folder: string): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  // Under another name until all is there, so that a broken run is not taken for a finished one.
  const draft = await mkdtemp(`${folder}.unfinished-`);
  try {
    await download(packages, draft);
    const archives = globSync('archives/*.deb', { cwd: draft });
    for (const archive of archives) await run('dpkg-deb', ['-x', join(draft, archive), draft]);
    await rm(join(draft, 'archives'), { recursive: true });
    await rename(draft, folder).catch(async (error: unknown) => {
      // Another process was faster.
      if (!(await isThere(folder))) throw error;
    });
  } catch (error) {
    const { stderr = '', message } = error as Error & { readonly stderr?: string };
    const [reason = message] = stderr.match(/^E: .*/m) ?? [];
    const names = packages.join(' ');
    throw new Error(
      `this test runs ${names} of Debian, and apt-get did not bring them here (${reason}); on Debian or Ubuntu run it where the package mirror is reached, or after apt-get install ${names}`,
      { cause: error },
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** By the lists of this machine, else by fresh ones, which are kept apart from them. */
async function download(packages: readonly string[], folder: string): Promise<void> {
  await mkdir(join(folder, 'archives/partial'), { recursive: true });
  const options = [
    'Debug::NoLocking=true',
    `Dir::Cache=${folder}`,
    'Dir::Cache::archives=archives',
    'APT::Sandbox::User=root',
    'Acquire::Retries=2',
    'Acquire::http::Timeout=20',
  ];
  const apt = (more: readonly string[], ...command: readonly string[]): Promise<unknown> =>
    run('apt-get', [...[...options, ...more].flatMap((option) => ['-o', option]), ...command], {
      timeout: 120_000,
      env: { ...process.env, LC_ALL: 'C' },
    });
  const install = ['install', '--download-only', '--no-install-recommends', '-y', ...packages];
  try {
    await apt([], ...install);
  } catch {
    const lists = join(folder, 'lists');
    await mkdir(join(lists, 'partial'), { recursive: true });
    await apt([`Dir::State::lists=${lists}`], 'update');
    await apt([`Dir::State::lists=${lists}`], ...install);
    await rm(lists, { recursive: true });
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
