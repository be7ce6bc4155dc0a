import type { ReadingProgress } from '../domain/analysis/request-reading.ts';
import { readStoredPackages } from '../domain/catalogue/read-again.ts';
import type { JobDefinition } from './job.ts';

/** Settles where packages come from that were stored before origins were known: a batch of them, then the next. */
export default {
  settings: { expireInSeconds: 900, policy: 'exclusive' },

  async run(progress, services) {
    await readStoredPackages(services, progress, services.log);
  },
} satisfies JobDefinition<ReadingProgress>;
