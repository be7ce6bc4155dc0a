import { trustOrigin } from '../outbound/trust-origin.ts';
import type { Store } from './store.ts';
import { createUpdateService, type Calling } from './update-service.ts';

/** What Chromium, and so Edge, keeps to itself; not known to work beyond. */
const urlCharactersMax = 2_000;

/**
 * Edge Add-ons, which speaks the protocol of the Chrome Web Store.
 * @param baseUrl of the update service
 */
export function createEdgeAddOns(baseUrl: string, calling: Omit<Calling, 'signer'>): Store {
  return createUpdateService({
    ...calling,
    name: 'edge-add-ons',
    baseUrl,
    urlCharactersMax,
    destinations: trustOrigin(calling.destinations, baseUrl),
  });
}
