import { basename } from 'node:path';
import { compareExtensionVersions, isExtensionVersion } from '@extaudit/engine';
import { findInstalledExtensions, type InstalledExtension } from '@extaudit/engine/host';
import type { PackageReader } from './check-package.ts';
import { StoreError, type Store, type StoreAnswer, type StoreQuery } from './store.ts';
import { isNewer } from './update-answer.ts';

const name = 'browser-profile';

export interface BrowserProfileOptions {
  readonly pool: PackageReader;
  /** Default: those in the profiles of the user that runs this. */
  readonly findInstalled?: (() => Promise<readonly InstalledExtension[]>) | undefined;
}

/**
 * What the browsers of this machine have installed. Who removes an extension from a browser says nothing about it,
 * so what is not there is unclear, never unlisted.
 */
export function createBrowserProfiles(options: BrowserProfileOptions): Store {
  const { pool, findInstalled = findInstalledExtensions } = options;
  return {
    name,
    async listIds() {
      return [...newestOf(await findInstalled()).keys()].sort();
    },
    async lookUp(queries) {
      const newest = newestOf(await findInstalled());
      return new Map(queries.map((query) => [query.id, answerTo(query, newest.get(query.id))]));
    },
    async download({ id, version }) {
      const found = (await findInstalled()).find(
        (installed) => installed.extensionId === id && versionOf(installed) === version,
      );
      if (!found)
        throw new StoreError('package-missing', name, `${id} ${version} is not installed`);
      const source = { kind: 'directory', path: found.path } as const;
      const summary = await pool.summarise(source).catch((cause: unknown) => {
        const why = `${found.path}: ${(cause as Error).message}`;
        throw new StoreError('package-mismatch', name, why, { cause });
      });
      const isOther = summary.id.origin === 'manifest-key' && summary.id.value !== id;
      if (isOther || summary.version !== version) {
        const what = `${summary.id.value} ${summary.version}`;
        throw new StoreError('package-mismatch', name, `${found.path} holds ${what}`);
      }
      return { id, version, source };
    },
  };
}

function newestOf(found: readonly InstalledExtension[]): ReadonlyMap<string, string> {
  const newest = new Map<string, string>();
  for (const installed of found) {
    const version = versionOf(installed);
    const known = newest.get(installed.extensionId);
    if (!isExtensionVersion(version)) continue;
    if (known === undefined || compareExtensionVersions(version, known) > 0) {
      newest.set(installed.extensionId, version);
    }
  }
  return newest;
}

/** Chromium names the folder of a version `4.28.5_0`. */
function versionOf({ path }: InstalledExtension): string {
  return basename(path).replace(/_\d+$/, '');
}

function answerTo(query: StoreQuery, version: string | undefined): StoreAnswer {
  if (version === undefined) return { state: 'unclear', why: 'no browser here has it installed' };
  return isNewer(version, query) ? { state: 'listed', version } : { state: 'unchanged' };
}
