import { openStores, type StoreServices } from '../stores/open-stores.ts';
import type { Stores } from '../domain/store/ask-store.ts';
import type { TestAddOnStore } from './test-add-on-store.ts';
import type { TestStore } from './test-store.ts';

/** The connectors of the service, led to a test store. */
export function openTestStores(
  store: Pick<TestStore, 'chromeUrl' | 'edgeUrl'> & Partial<Pick<TestAddOnStore, 'firefoxUrl'>>,
  services: Pick<StoreServices, 'destinations' | 'pool'>,
): Stores {
  const settings = {
    chromeStoreUrl: store.chromeUrl,
    edgeStoreUrl: store.edgeUrl,
    firefoxStoreUrl: store.firefoxUrl ?? `${store.chromeUrl}/no-add-ons`,
    watchedFolder: undefined,
    offline: false,
  };
  return openStores(settings, services);
}
