import type { QueryClient } from '@tanstack/react-query';
import { hasSession, hasSessionEnded, isSignedOut } from './api/session.ts';
import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routes.tsx';
import { RouteFailure } from './shell/route-failure.tsx';

export function createAppRouter(client: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { client },
    defaultErrorComponent: RouteFailure,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch,
    // What a page does not know in its address does not reach it.
    search: { strict: true },
    defaultPendingMs: 200,
    scrollRestoration: true,
  });
  leaveWhenSignedOut(client, router);
  return router;
}

/** A session that has ended, here or in another window, leads to signing in and back to the page. */
function leaveWhenSignedOut(
  client: QueryClient,
  router: { readonly invalidate: () => Promise<void> },
): void {
  const check = async (problem: unknown): Promise<void> => {
    // A wrong password is refused with the same status.
    if (!isSignedOut(problem) || !hasSession(client) || !(await hasSessionEnded())) return;
    client.clear();
    await router.invalidate();
  };
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') void check(event.action.error);
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') void check(event.action.error);
  });
}

/** As people write addresses: a version `1.10` stays what it is. */
function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(
    entries.map(([name, value]) => [name, String(value)]),
  ).toString();
  return text === '' ? '' : `?${text}`;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
