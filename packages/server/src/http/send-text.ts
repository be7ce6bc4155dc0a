import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AnsweredText } from './route.ts';

/** Sends an answer in another form than JSON, as it is made. Texts of packages in it run nothing where it is shown. */
export function sendText(
  reply: FastifyReply,
  { type, body, fileName, contentSecurityPolicy }: AnsweredText<number>['text'],
): FastifyReply {
  if (contentSecurityPolicy !== undefined) {
    reply.header(
      'content-security-policy',
      `${contentSecurityPolicy}; frame-ancestors 'none'; sandbox`,
    );
  }
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `inline; filename="${fileName}"`)
    .header('x-content-type-options', 'nosniff')
    .send(typeof body === 'string' ? body : Readable.from(body));
}
