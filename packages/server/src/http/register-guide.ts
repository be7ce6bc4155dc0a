import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The documentation at `/docs/guide`, for everybody: there is nothing of an installation in it.
 * @param folder as `@extaudit/guide` builds it
 */
export async function registerGuide(app: FastifyInstance, folder: string): Promise<void> {
  // Links of the pages are relative to their folder.
  app.get('/docs/guide', async (_request, reply) => reply.redirect('/docs/guide/', 301));
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/docs/guide/',
    preCompressed: true,
    // Names of files stay when what they hold changes, so browsers ask whether it has.
    cacheControl: false,
    decorateReply: false,
    setHeaders: (reply) => {
      reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' });
    },
  });
}
