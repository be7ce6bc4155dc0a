import type { CallResult } from '@extaudit/client';
import type { Operation } from '@extaudit/contract';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { ApiError, call, operations, reading, type DataIn } from './api.ts';

export type Session = DataIn<CallResult<typeof operations.getSession>>;

const sessionReading = { ...reading(operations.getSession), staleTime: 60_000 };

/** Who is signed in, `undefined` where nobody is. */
export async function readSession(client: QueryClient): Promise<Session | undefined> {
  try {
    return (await client.ensureQueryData(sessionReading)).data;
  } catch (error) {
    if (isSignedOut(error)) return undefined;
    throw error;
  }
}

/** Whether somebody was signed in when that was last asked. */
export function hasSession(client: QueryClient): boolean {
  return client.getQueryData(sessionReading.queryKey) !== undefined;
}

export async function hasSessionEnded(): Promise<boolean> {
  try {
    await call(operations.getSession);
    return false;
  } catch (error) {
    return isSignedOut(error);
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Of pages that are shown to members only. */
export function useSession(): Session | undefined {
  return useQuery(sessionReading).data?.data;
}

/** Whether the service would let this member do it: what it would refuse is not offered. */
export function useMay(): (operation: Operation) => boolean {
  const session = useSession();
  return ({ access }) => {
    if (!session) return false;
    if (access === 'secrets') return session.scopes.includes('write');
    return session.scopes.includes(access);
  };
}
