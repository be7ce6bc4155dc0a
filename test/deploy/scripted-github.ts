import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** The comments of one pull request, by https://docs.github.com/en/rest/issues/comments */
export function scriptedGitHub() {
  const comments: { id: number; body: string }[] = [];
  const tokens = new Set<string | undefined>();
  let changes = 0;
  let isRefusing = false;

  async function answerTo(request: IncomingMessage): Promise<[status: number, answer: object]> {
    tokens.add(request.headers.authorization);
    const path = request.url?.split('?')[0];
    const list = '/repos/tides/table/issues/17/comments';
    if (request.method === 'GET' && path === list) return [200, comments];
    const { body } = (await json(request)) as { body: string };
    if (isRefusing) return [403, { message: 'Resource not accessible by integration' }];
    const id = /^\/repos\/tides\/table\/issues\/comments\/(\d+)$/.exec(path ?? '')?.[1];
    const known = comments.find((comment) => `${comment.id}` === id);
    if (request.method === 'PATCH' && known) {
      known.body = body;
      changes++;
      return [200, known];
    }
    if (request.method !== 'POST' || path !== list) return [404, {}];
    const comment = { id: 400 + comments.length, body };
    comments.push(comment);
    return [201, comment];
  }

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, answer] = await answerTo(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  }

  const server = createServer((request, response) => {
    void take(request, response);
  });
  return {
    comments,
    tokens,
    get changes() {
      return changes;
    },
    refuse: () => {
      isRefusing = true;
    },
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listen: async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
