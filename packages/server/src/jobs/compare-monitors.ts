import { compareMonitors } from '../domain/monitor/compare-monitors.ts';
import { monitorSettings } from './monitor-settings.ts';
import type { JobDefinition } from './job.ts';

/** Writes what has changed of an extension for its monitors, unless an audit is still under way: its end sends this job again. */
export default {
  // Of the comparisons that checks want, one waits for each extension.
  settings: { ...monitorSettings, policy: 'short' },
  isLight: true,

  async run({ extensionId }, services) {
    await compareMonitors(services, extensionId);
  },
} satisfies JobDefinition<{ readonly extensionId: string }>;
