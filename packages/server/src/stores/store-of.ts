import type { PackageOrigin } from '@extaudit/engine/vocabulary';
import type { StoreName } from './store.ts';

/** Where new versions of an extension come from. */
export interface StoreAddress {
  readonly store: StoreName;
  /** For `update-manifest` only. */
  readonly updateUrl?: string;
}

/** How a manifest came here. */
interface Provenance {
  /** Of its package; absent where only metadata is known. */
  readonly origin: PackageOrigin | null | undefined;
  /** Whether a store or the operator brought the package. */
  readonly isKept: boolean;
  /** Of a Firefox add-on. */
  readonly geckoId?: string | null | undefined;
}

/**
 * By its manifest's `update_url`; of a Firefox add-on, which writes none there, addons.mozilla.org. What names none, or no address of the web, is looked up in the Chrome Web Store:
 * the stores write theirs into each package, and what has lost it most often came from there.
 * @param manifest as parsed, from a stranger
 * @param from of the package that holds it. An address of its own counts unless a member brought it unsigned: whoever
 * plants a package could lead us to theirs
 */
export function storeOf(
  manifest: Readonly<Record<string, unknown>>,
  { origin, isKept, geckoId }: Provenance,
): StoreAddress {
  if (geckoId !== undefined && geckoId !== null) return { store: 'firefox-add-ons' };
  const url = webUrlOf(Object.hasOwn(manifest, 'update_url') ? manifest['update_url'] : undefined);
  if (!url) return { store: 'chrome-web-store' };
  const store = galleries.get(`${url.host}${url.pathname.replace(/\/$/, '')}`);
  if (store !== undefined) return { store };
  return isKept || origin !== 'unsigned'
    ? { store: 'update-manifest', updateUrl: url.href }
    : { store: 'chrome-web-store' };
}

/** Host and path of the update services. */
const galleries: ReadonlyMap<string, StoreName> = new Map([
  ['clients2.google.com/service/update2/crx', 'chrome-web-store'],
  ['clients2.google.com/service/update2', 'chrome-web-store'],
  ['edge.microsoft.com/extensionwebstorebase/v1/crx', 'edge-add-ons'],
]);

/** What the guard of destinations lets pass. */
const charactersMax = 2_000;

function webUrlOf(text: unknown): URL | undefined {
  if (typeof text !== 'string' || text.length > charactersMax) return undefined;
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > charactersMax) return undefined;
  return url;
}
