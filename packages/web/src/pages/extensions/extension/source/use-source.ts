import { fetchOperation, operations } from '@extaudit/client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ownOrigin } from '../../../../api/api.ts';
import { askWorker } from './ask-worker.ts';
import type { Source, SourceRequest } from './source.ts';

interface SourceAddress {
  readonly extensionId: string;
  readonly version: string;
  readonly path: string;
  readonly formatted?: boolean | undefined;
}

/** A file of a package, read and laid out beside the page. */
export function useSource(address: SourceAddress): UseQueryResult<Source> {
  const { extensionId, version, path, formatted } = address;
  return useQuery({
    queryKey: ['source', address],
    enabled: path !== '' && version !== '',
    staleTime: Infinity,
    gcTime: 60_000,
    queryFn: async ({ signal }) => {
      const answer = await fetchOperation(ownOrigin, operations.getVersionFile, {
        params: { extensionId, version },
        query: { path, format: 'bytes' },
        signal,
      });
      const bytes = await answer.arrayBuffer();
      return readSource({ path, bytes, ...(formatted !== undefined && { formatted }) }, signal);
    },
    structuralSharing: false,
  });
}

function readSource(request: SourceRequest, signal: AbortSignal): Promise<Source> {
  const worker = new Worker(new URL('read-source.worker.ts', import.meta.url), { type: 'module' });
  return askWorker(worker, request, { signal, transfer: [request.bytes] });
}
