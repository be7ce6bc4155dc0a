import type { JobDefinition } from './job.ts';

/**
 * Of jobs that may be repeated at will. What fails here is our own process or database, or a store that is away for a
 * moment; the next check would do the same again, but a change is to be told soon.
 */
export const monitorSettings: NonNullable<JobDefinition['settings']> = {
  retryLimit: 100,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 600,
};
