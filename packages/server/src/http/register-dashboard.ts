import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns nothing where the dashboard is no answer */
type SendDashboard = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/**
 * The built dashboard: `index.html` for every path that is nothing else, and its files below `/assets`, whose names change
 * with what they hold.
 * @param folder as `@extaudit/web` builds it
 */
export async function registerDashboard(
  app: FastifyInstance,
  folder: string,
): Promise<SendDashboard> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: join(folder, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
  });
  const send = (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    const { method, url } = request;
    if ((method !== 'GET' && method !== 'HEAD') || isOther.test(url)) return undefined;
    return request.cookies['session'] === undefined && !isForAll.test(url)
      ? reply.header('cache-control', 'no-store').redirect(`/sign-in${nextOf(url)}`)
      : sendPage(reply, page);
  };
  app.get('/', async (request, reply) => send(request, reply));
  return send;
}

/** Pages for who is not signed in; all others would only ask the API in vain. */
const isForAll = /^\/(?:setup|invitation|password-reset|sign-in)(?:[/?]|$)/;

function nextOf(url: string): string {
  return url === '/' ? '' : `?next=${encodeURIComponent(url)}`;
}

/** What a program asks for, or a file that a newer build no longer has: for those a page would be no answer. */
const isOther = /^\/(?:api|assets|metrics)(?:[/?]|$)/;

/** As `@extaudit/web` leaves it for each answer. */
const noncePlaceholder = '__EXTAUDIT_NONCE__';

/** With a nonce of its own, by which the page may write styles; so it is never kept. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': pagePolicy(nonce),
      'cache-control': 'no-store',
    })
    .send(page.replaceAll(noncePlaceholder, nonce));
}

function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
