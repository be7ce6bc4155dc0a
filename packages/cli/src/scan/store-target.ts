import { stat } from 'node:fs/promises';
import { firefoxExtensionId, isGeckoId, type PackageSource } from '@extaudit/engine';
import type { AuditPool } from '@extaudit/engine/host';
import { CommandError } from '../exit.ts';

/** An extension of a store, by its id: of addons.mozilla.org by that of an add-on, else of the Chrome Web Store. */
export interface StoreTarget {
  readonly path: string;
  readonly extensionId: string;
}

/** Unless there is a file or folder of that name, as in a browser's profile. */
export async function isExtensionId(path: string): Promise<boolean> {
  if (!/^[a-p]{32}$/.test(path) && !isGeckoId(path)) return false;
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
 * What gives an extension's newest version, checked against what the store told of it. Stores are opened with the
 * first that is asked for. It rejects with `StoreError`, `NotListedError` or, for a wrong setting, `CommandError`.
 */
export function createStoreDownload(
  pool: AuditPool,
): (target: StoreTarget) => Promise<PackageSource> {
  let opened: ReturnType<typeof openAllStores> | undefined;
  return async ({ extensionId: name }) => {
    const isAddOn = isGeckoId(name);
    const store = (await (opened ??= openAllStores(pool))).get(
      isAddOn ? 'firefox-add-ons' : 'chrome-web-store',
    );
    const item = isAddOn ? { id: firefoxExtensionId(name), geckoId: name } : { id: name };
    const answer = (await store?.lookUp([item]))?.get(item.id);
    if (answer?.state === 'listed') {
      const { source } = (await store?.download({ ...item, ...answer })) ?? {};
      if (source) return source;
    }
    const storeName = isAddOn ? 'addons.mozilla.org' : 'The Chrome Web Store';
    throw new NotListedError(
      answer?.state === 'unclear'
        ? `${storeName} does not say what it has: ${answer.why}.`
        : `${storeName} has no ${isAddOn ? 'add-on' : 'extension'} ${name}, or has taken it down.`,
    );
  };
}

async function openAllStores(pool: AuditPool) {
  const { ConfigError, createDestinationGuard, loadConfig, openStores } =
    await import('@extaudit/server/store-access');
  const config = await loadConfig().catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error;
    throw new CommandError(error.message, { cause: error });
  });
  const destinations = createDestinationGuard({ allowPrivate: config.allowPrivateDestinations });
  return openStores(config, { destinations, pool });
}
