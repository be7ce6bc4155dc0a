import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder of a release, downloaded by npm where `cache` does not hold it yet; none of its scripts is run. */
export async function fetchRelease(cache: string, npm: string, version: string): Promise<string> {
  const folder = join(cache, `${npm.replaceAll('/', '+')}@${version}`);
  if (await exists(folder)) return folder;
  const work = await mkdtemp(join(cache, '.fetch-'));
  try {
    const options = ['--silent', '--ignore-scripts', '--pack-destination', work];
    const { stdout } = await run('npm', ['pack', `${npm}@${version}`, ...options]);
    const contents = join(work, 'contents');
    await mkdir(contents);
    const archive = join(work, stdout.trim().split('\n').at(-1) ?? '');
    await run('tar', ['-xzf', archive, '-C', contents, '--strip-components=1']);
    await rename(contents, folder);
    return folder;
  } finally {
    await rm(work, { recursive: true });
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** All versions on npm that are no previews. */
export async function versionsOf(npm: string): Promise<readonly string[]> {
  const { stdout } = await run('npm', ['view', npm, 'versions', '--json']);
  const versions: unknown = JSON.parse(stdout);
  return (Array.isArray(versions) ? (versions as string[]) : [String(versions)]).filter(
    (version) => !version.includes('-'),
  );
}
