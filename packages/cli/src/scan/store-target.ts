import { stat } from 'node:fs/promises';
import type { PackageSource } from '@extaudit/engine';
import type { AuditPool } from '@extaudit/engine/host';
import { CommandError } from '../exit.ts';

/** An extension of the Chrome Web Store, as given. */
export interface StoreTarget {
  readonly path: string;
  readonly extensionId: string;
}

/** Unless there is a file or folder of that name, as in a browser's profile. */
export async function isExtensionId(path: string): Promise<boolean> {
  if (!/^[a-p]{32}$/.test(path)) return false;
  return stat(path).then(
    () => false,
    () => true,
  );
}

/** The store does not have it, or does not say; a `StoreError` says that the store could not be asked. */
class NotListedError extends Error {
  override readonly name = 'NotListedError';
  readonly code = 'not-listed';
}

/**
 * What gives an extension's newest version, checked against what the store told of it. The store is opened with the
 * first that is asked for. It rejects with `StoreError`, `NotListedError` or, for a wrong setting, `CommandError`.
 */
export function createStoreDownload(
  pool: AuditPool,
): (target: StoreTarget) => Promise<PackageSource> {
  let opened: ReturnType<typeof openChromeWebStore> | undefined;
  return async ({ extensionId: id }) => {
    const store = await (opened ??= openChromeWebStore(pool));
    const answer = (await store?.lookUp([{ id }]))?.get(id);
    if (answer?.state === 'listed') {
      const { source } = (await store?.download({ id, ...answer })) ?? {};
      if (source) return source;
    }
    throw new NotListedError(
      answer?.state === 'unclear'
        ? `The Chrome Web Store does not say what it has: ${answer.why}.`
        : `The Chrome Web Store has no extension ${id}, or has taken it down.`,
    );
  };
}

async function openChromeWebStore(pool: AuditPool) {
  const { ConfigError, createDestinationGuard, loadConfig, openStores } =
    await import('@extaudit/server/store-access');
  const config = await loadConfig().catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    throw new CommandError(error.message, { cause: error });
  });
  const destinations = createDestinationGuard({ allowPrivate: config.allowPrivateDestinations });
  return openStores(config, { destinations, pool }).get('chrome-web-store');
}
