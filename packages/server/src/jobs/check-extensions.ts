import { checkExtensions } from '../domain/monitor/check-extensions.ts';
import type { CheckJob } from '../domain/monitor/schedule-checks.ts';
import { monitorSettings } from './monitor-settings.ts';
import type { JobDefinition } from './job.ts';

/** Asks a store about up to a hundred extensions. */
export default {
  settings: monitorSettings,
  isLight: true,
  // Beside the reserved ones, two for servers that may let us wait.
  concurrency: { workers: 2, reservedWorkers: 2, jobsOfGroupMax: 2 },

  async run(job, services) {
    await checkExtensions(services, job);
  },
} satisfies JobDefinition<CheckJob>;
