import type { FastifyReply } from 'fastify';
import type { SessionCookie } from './route.ts';

/** Sets or forgets the cookie `session`; without one to set, leaves the browser's as it is. */
export function setSessionCookie(reply: FastifyReply, cookie: SessionCookie | undefined): void {
  if (!cookie) return;
  const secure = reply.request.protocol === 'https';
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  if (cookie === 'clear') reply.clearCookie('session', attributes);
  else reply.setCookie('session', cookie.token, { ...attributes, expires: cookie.expiresAt });
}
