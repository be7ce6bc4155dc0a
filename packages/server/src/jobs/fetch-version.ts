import { PackageError } from '@extaudit/engine';
import type { NewVersion } from '../domain/monitor/ask-store.ts';
import { fetchVersion } from '../domain/monitor/fetch-version.ts';
import { StoreError } from '../stores/store.ts';
import { monitorSettings } from './monitor-settings.ts';
import type { JobDefinition } from './job.ts';

/** Takes a store's new version into the catalogue. What cannot be had now is asked for again by the next check. */
export default {
  settings: { ...monitorSettings, policy: 'exclusive' },

  async run(wanted, services) {
    try {
      await fetchVersion(services, wanted);
    } catch (error) {
      const isFinal = error instanceof StoreError && error.code !== 'store-unavailable';
      if (!isFinal && !(error instanceof PackageError)) throw error;
      services.log?.(`version ${wanted.version} of ${wanted.id}: ${error.message}`);
    }
  },
} satisfies JobDefinition<NewVersion>;
