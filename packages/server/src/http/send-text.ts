import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AnsweredText } from './route.ts';

/** Sends an answer in another form than JSON, as it is made. Texts of packages in it run nothing where it is shown. */
export function sendText(
  reply: FastifyReply,
  { type, body, fileName }: AnsweredText<number>['text'],
): FastifyReply {
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `inline; filename="${fileName}"`)
    .header('x-content-type-options', 'nosniff')
    .send(typeof body === 'string' ? body : Readable.from(body));
}
