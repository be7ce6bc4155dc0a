import { type Operation, operations } from '@extaudit/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import assert from 'node:assert/strict';
import { type AppOptions, buildApp } from '../app.ts';
import { openSession } from '../domain/auth/open-session.ts';
import type { MemberRole } from '../storage/database/account-tables.ts';
import { accountsOf } from '../storage/database/account-tables.ts';
import { answerProblemFinder } from './answer-problem.ts';
import { statusRecorder } from './declared-statuses.ts';
import { type TestDatabase, createTestDatabase } from './test-database.ts';
import { testOutbound } from './test-outbound.ts';
import { createTestOwner, testPassword } from './test-owner.ts';
import { type TestWork, startTestWork } from './test-work.ts';
import type { Services } from '../http/route.ts';

/**
 * The service on a socket with a database of its own. Every answer is held against the OpenAPI document: one
 * that it does not promise fails the `send` that receives it, else `close`.
 */
export interface TestApp {
  readonly app: FastifyInstance;
  readonly url: string;
  readonly database: TestDatabase;
  readonly services: Services;
  readonly owner: { readonly email: string; readonly password: string };
  /** Present when asked for by `work`. */
  readonly work: TestWork | undefined;
  /** Moves the service's clock. */
  readonly clock: { skipSeconds: number };
  /** What answers did against the document and no `send` has thrown yet. */
  readonly problems: string[];
  /** Signs a new account's member in; without a role its owner. @returns the cookie header */
  signIn(role?: MemberRole): Promise<string>;
  send(method: string, path: string, request?: TestRequest): Promise<TestAnswer>;
  close(): Promise<void>;
}

interface TestRequest {
  /** The whole Cookie header. */
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: FormData | string | Uint8Array<ArrayBuffer>;
}

export interface TestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: TestBody;
}

/** Loose, because the document has been held against it already. */
interface TestBody {
  readonly success: boolean;
  readonly error: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly result: readonly Readonly<Record<string, unknown>>[];
  readonly [key: string]: unknown;
}

export interface TestAppOptions extends Partial<AppOptions> {
  /** Whether packages can be uploaded and analysed; takes a second to start. */
  readonly work?: boolean;
  /** Instead of a new one; closed with the application. */
  readonly database?: TestDatabase;
  /** Changes the application before it listens. */
  readonly prepare?: (app: FastifyInstance) => void;
  /** Instead of what the service would use. */
  readonly services?: Partial<Services>;
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const record = statusRecorder();
  const database = options.database ?? (await createTestDatabase());
  const work = options.work === true ? await startTestWork(database) : undefined;
  const clock = { skipSeconds: 0 };
  const services = {
    ...work,
    ...testOutbound(),
    db: database.db,
    lists: database.db,
    now: () => new Date(Date.now() + clock.skipSeconds * 1_000),
    ...options.services,
  } as Services;
  const app = await buildApp(services, { version: '9.8.7', ...options });
  const problems = checkAnswers(app, record);
  options.prepare?.(app);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const owner = { email: 'grace@example.org', password: testPassword };
  await createTestOwner(database.db, owner.email);
  let members = 0;
  return {
    app,
    url,
    database,
    services,
    work,
    owner,
    clock,
    problems,
    async signIn(role = 'owner') {
      members += 1;
      const email = `member-${members}@example.org`;
      const { memberId } = await createTestOwner(database.db, email);
      const update = accountsOf(database.db).updateTable('member').set({ role });
      await update.where('member_id', '=', memberId).execute();
      const { token } = await openSession(database.db, memberId, services.now());
      return `session=${token}`;
    },
    async send(method, path, request = {}) {
      const answer = await send(url, method, path, request);
      assert.deepEqual(problems.splice(0), []);
      return answer;
    },
    async close() {
      await app.close();
      await work?.close();
      await database.close();
      assert.deepEqual(problems, []);
    },
  };
}

async function send(
  base: string,
  method: string,
  path: string,
  { cookie, headers, json, body }: TestRequest,
): Promise<TestAnswer> {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(cookie !== undefined && { cookie }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: json === undefined ? (body ?? null) : JSON.stringify(json),
  });
  const text = await response.text();
  const answer = JSON.parse(text === '' ? '{}' : text) as TestBody;
  return { status: response.status, headers: response.headers, body: answer };
}

/** Watches every answer, whoever asks for it. @returns what went against the document, as it happens */
function checkAnswers(app: FastifyInstance, record: ReturnType<typeof statusRecorder>): string[] {
  const problems: string[] = [];
  const problemOf = answerProblemFinder();
  app.addHook('onSend', async (_request, reply, payload) => {
    const operation = operationOf(reply);
    if (!operation) return payload;
    record(operation, reply.statusCode);
    const header = (name: string): unknown => reply.getHeader(name);
    const text = String(payload);
    const problem = problemOf(operation, { status: reply.statusCode, header, text });
    if (problem !== undefined) problems.push(problem);
    return payload;
  });
  return problems;
}

function operationOf({ request }: FastifyReply): Operation | undefined {
  const path = request.routeOptions.url?.replaceAll(/:(\w+)/g, '{$1}');
  return Object.values<Operation>(operations).find(
    (operation) => operation.path === path && operation.method === request.method,
  );
}
