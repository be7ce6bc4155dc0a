import type { JobDefinition } from './job.ts';

/** What fails a delivery's job is not the receiver but our own process or database, which will be back. */
export const deliverySettings: NonNullable<JobDefinition['settings']> = {
  retryLimit: 1_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 120,
};
