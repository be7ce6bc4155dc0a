import { openApiDocument, operations } from '@extaudit/contract';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { Refusal } from '../errors.ts';

/** `/openapi.json`, and `/docs` for people. The pages load nothing from any other host. */
export async function registerDocuments(app: FastifyInstance, version: string): Promise<void> {
  let document: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    // A start need not wait for it.
    document ??= JSON.stringify(openApiDocument(Object.values(operations), { version }));
    return reply.type('application/json').send(document);
  });

  await app.register(async (pages) => {
    // Its redirect is made from the URL that was asked for.
    pages.addHook('onRequest', async ({ host }) => {
      if (host === '') throw new Refusal('invalid_request', '/docs needs a Host header');
    });
    pages.addHook('onSend', async (_request, reply, payload) => {
      if (typeof payload !== 'string' || !payload.startsWith('<!doctype html>')) return payload;
      reply.header('content-security-policy', pageContentSecurityPolicy(payload));
      return payload;
    });
    await pages.register(scalar, { routePrefix: '/docs', configuration: scalarConfiguration });
  });
}

const scalarConfiguration = {
  url: '/openapi.json',
  pageTitle: 'extaudit API',
  // Each of these would ask a server of its maker.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
} as const;

/** Allows the page its own inline scripts by their hash, its bundle, and the styles that the bundle writes. */
function pageContentSecurityPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  const hashes = inline.map(([, script]) => {
    const hash = createHash('sha256')
      .update(script ?? '')
      .digest('base64');
    return `'sha256-${hash}'`;
  });
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
