import { chmod, readFile, readlink, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { copyPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';

/**
 * The binaries with the links that their libraries are found by. An npm package holds no links, so that its install script makes
 * them; where scripts are switched off they are made now, in a copy below `dataDirectory` where the package is read-only.
 */
export async function withLinkedLibraries(
  binaries: PostgresBinaries,
  dataDirectory: string,
): Promise<PostgresBinaries> {
  const links = await missingLinks(binaries);
  if (links.length === 0) return binaries;
  try {
    await makeLinks(binaries, links);
    return binaries;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error;
  }
  const manifest = await readFile(join(dirname(binaries.folder), 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const copy = await copyPostgresBinaries(binaries, dataDirectory, version);
  // As read-only as what it was copied from.
  await chmod(join(copy.folder, 'lib'), 0o755);
  await makeLinks(copy, await missingLinks(copy));
  return copy;
}

/** As the package lists them: `native/lib/libpq.so.5.18`, `native/lib/libpq.so.5`. */
interface Link {
  readonly source: string;
  readonly target: string;
}

async function missingLinks({ folder }: PostgresBinaries): Promise<readonly Link[]> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as readonly Link[];
  const found = await Promise.all(
    links.map(({ target }) =>
      readlink(pathOf(folder, target)).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
      ),
    ),
  );
  return links.filter((_, position) => !found[position]);
}

async function makeLinks({ folder }: PostgresBinaries, links: readonly Link[]): Promise<void> {
  for (const { source, target } of links) {
    await symlink(basename(source), pathOf(folder, target)).catch((error: unknown) => {
      // Another process may have made it first.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
}

function pathOf(folder: string, listed: string): string {
  return join(folder, listed.replace(/^native\//, ''));
}
