import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BrowserToken } from '../domain/auth/known-place.ts';
import { onlyCookie } from './only-cookie.ts';

const name = 'sign_in_attempt';

export function attemptTokenOf({ headers }: FastifyRequest): string | undefined {
  return onlyCookie(name, headers.cookie);
}

/** Ties an attempt at a provider to the browser that began it; the dashboard's own page brings it back. */
export function setSignInAttemptCookie(
  reply: FastifyReply,
  attempt: BrowserToken | undefined,
): void {
  if (!attempt) return;
  reply.setCookie(name, attempt.token, {
    httpOnly: true,
    sameSite: 'strict',
    path: '/api/v1/auth/openid',
    secure: reply.request.protocol === 'https',
    expires: attempt.expiresAt,
  });
}
