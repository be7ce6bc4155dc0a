import type { FoundSink } from './sinks.ts';

/** What nearly every call and assignment is. */
export const noSinks: readonly FoundSink[] = [];
