import { trustOrigin } from '../outbound/trust-origin.ts';
import type { Store } from './store.ts';
import { createUpdateService, type Calling } from './update-service.ts';

/** The store's own servers; a mirror or a test's server cannot sign in its name. */
const officialHost = 'clients2.google.com';

/** A hundred extensions with their versions; the store's servers take 8 KiB and more. */
const urlCharactersMax = 8_000;

/**
 * The Chrome Web Store by its update protocol.
 * @param baseUrl of the update service
 */
export function createChromeWebStore(baseUrl: string, calling: Omit<Calling, 'signer'>): Store {
  return createUpdateService({
    ...calling,
    name: 'chrome-web-store',
    baseUrl,
    urlCharactersMax,
    destinations: trustOrigin(calling.destinations, baseUrl),
    signer: new URL(baseUrl).hostname === officialHost ? 'chrome-web-store' : undefined,
  });
}
