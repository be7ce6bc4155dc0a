import type { SinkKind, SourceKind } from '../../vocabulary.ts';
import { sinksWhere } from './sink-traits.ts';
import { isOfStranger, sourcesWhere } from './source-traits.ts';

/** Data that a page, a site or another extension can send without being asked. */
export const strangerSources: readonly SourceKind[] = sourcesWhere((_, kind) => isOfStranger(kind));

/** Deeds of extensions that pages are not capable of. */
export const privilegedSinks: readonly SinkKind[] = sinksWhere(({ isPrivilege }) => isPrivilege);

/** Data that extensions can read and pages cannot. */
export const privateSources: readonly SourceKind[] = sourcesWhere(
  ({ privacy }) => privacy !== 'open',
);

/** Places where pages and other extensions read what is sent. */
export const strangerSinks: readonly SinkKind[] = sinksWhere(
  ({ readBy }) => readBy === 'strangers',
);
