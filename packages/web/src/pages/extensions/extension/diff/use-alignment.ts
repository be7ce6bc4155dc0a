import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { SourceText } from '../source/source.ts';
import { askWorker } from '../source/ask-worker.ts';
import type { Alignment } from './align.ts';
import type { AlignRequest } from './align.worker.ts';

/** Both texts as they stand beside each other; null where they have too little in common. */
export function useAlignment(
  key: readonly unknown[],
  before: SourceText | undefined,
  after: SourceText | undefined,
): UseQueryResult<Alignment | null> {
  return useQuery({
    queryKey: ['alignment', ...key],
    enabled: before !== undefined && after !== undefined,
    staleTime: Infinity,
    gcTime: 60_000,
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      if (!before || !after) return null;
      const worker = new Worker(new URL('align.worker.ts', import.meta.url), { type: 'module' });
      const request: AlignRequest = { before, after };
      return (await askWorker<Alignment | undefined>(worker, request, { signal })) ?? null;
    },
  });
}
