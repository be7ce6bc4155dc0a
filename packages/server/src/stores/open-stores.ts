import type { DestinationGuard } from '../outbound/guard-destination.ts';
import { createBrowserProfiles, type BrowserProfileOptions } from './browser-profile.ts';
import type { PackageReader } from './check-package.ts';
import { createChromeWebStore } from './chrome-web-store.ts';
import { createEdgeAddOns } from './edge-add-ons.ts';
import { createFirefoxAddOns } from './firefox-add-ons.ts';
import { createFolder } from './folder.ts';
import { createPace, type PaceOptions } from './pace.ts';
import { StoreError, type Store, type StoreName } from './store.ts';
import { createUpdateManifests } from './update-manifest.ts';
import type { CallLimits } from './update-service.ts';

/** The settings that stores depend on. */
export interface StoreSettings {
  readonly chromeStoreUrl: string;
  readonly edgeStoreUrl: string;
  readonly firefoxStoreUrl: string;
  /** Absolute. */
  readonly watchedFolder: string | undefined;
  readonly offline: boolean;
  /** Between two checks of an extension. */
  readonly detectEverySeconds?: number;
}

export interface StoreServices extends Pick<BrowserProfileOptions, 'findInstalled'> {
  /** For every address but the stores' own. */
  readonly destinations: DestinationGuard;
  /** Reads a package where a hostile one does no harm. */
  readonly pool: PackageReader;
  readonly clock?: Pick<PaceOptions, 'now' | 'sleep'>;
  readonly now?: () => Date;
  readonly limits?: Partial<CallLimits>;
}

/**
 * All stores by name; `folder` where one is configured only. Each process opens them once, because they keep their
 * pace. Where the service is offline, those that would have to call out reject with `store-offline`.
 */
export function openStores(
  settings: StoreSettings,
  services: StoreServices,
): ReadonlyMap<StoreName, Store> {
  const { destinations, pool, clock, now, limits, findInstalled } = services;
  const calling = (perSecondMax: number) => ({
    destinations,
    pool,
    limits,
    pace: createPace({ perSecondMax, ...clock }),
  });
  const remote = [
    createChromeWebStore(settings.chromeStoreUrl, {
      ...calling(20),
      now,
      checkEverySeconds: settings.detectEverySeconds,
    }),
    createEdgeAddOns(settings.edgeStoreUrl, calling(10)),
    // It allows 20 requests in five seconds to those whom it does not know.
    createFirefoxAddOns(settings.firefoxStoreUrl, calling(3)),
    // Of somebody's own server, two.
    createUpdateManifests(calling(2)),
  ];
  const stores = [
    ...(settings.offline ? remote.map(({ name }) => offlineStore(name)) : remote),
    createBrowserProfiles({ pool, findInstalled }),
    ...(settings.watchedFolder === undefined
      ? []
      : [createFolder(settings.watchedFolder, { pool })]),
  ];
  return new Map(stores.map((store) => [store.name, store]));
}

function offlineStore(name: StoreName): Store {
  const refuse = async (): Promise<never> => {
    throw new StoreError('store-offline', name, 'EXTAUDIT_OFFLINE keeps this service from asking');
  };
  return { name, lookUp: refuse, download: refuse };
}
