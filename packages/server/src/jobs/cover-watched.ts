import { coverWatched } from '../domain/monitor/cover-watched.ts';
import { monitorSettings } from './monitor-settings.ts';
import type { JobDefinition } from './job.ts';

/** Makes the monitors that an account's subscriptions and decisions need, and ends those that none needs. */
export default {
  // What it is asked for while it waits, it does as well.
  settings: { ...monitorSettings, policy: 'short' },
  isLight: true,

  async run({ accountId }, services) {
    await coverWatched(services, accountId);
  },
} satisfies JobDefinition<{ readonly accountId: string }>;
