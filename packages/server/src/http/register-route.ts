import { type Operation, successEnvelope, successStatuses } from '@extaudit/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { METHODS } from 'node:http';
import type { AccountCaller, Caller } from '../domain/auth/caller.ts';
import { actorOf } from '../domain/auth/actor-of.ts';
import { Refusal } from '../errors.ts';
import { authenticate, credentialOf, type Credentials } from './authentication.ts';
import type { Turns } from './turns.ts';
import { askedFormat, refuseUnknownFormat } from './asked-format.ts';
import { refuseCrossSite } from './cross-site.ts';
import { withExtensionIds } from './gecko-ids.ts';
import { ignoredParameters, ignoredParametersHeader } from './ignored-parameters.ts';
import { originOf, setKnownBrowserCookie } from './known-browser-cookie.ts';
import { readFile } from './read-file.ts';
import type { RequestLimiter } from './rate-limit.ts';
import { saveSending } from './save-sending.ts';
import { sendFile } from './send-file.ts';
import { sendText } from './send-text.ts';
import type { AnyRoute, OperationRequest, Page, Services } from './route.ts';
import { setSessionCookie } from './session-cookie.ts';
import { attemptTokenOf, setSignInAttemptCookie } from './sign-in-attempt-cookie.ts';
import {
  describeInvalid,
  inputSchemas,
  readQuery,
  refuseEncoded,
  refuseFields,
  refuseUnstorableText,
} from './validation.ts';

/** Puts one operation on the wire: who calls, how often, is it valid; then its handler; then the envelope. */
export function registerRoute(
  app: FastifyInstance,
  { operation, handle }: AnyRoute,
  services: Services,
  limiter: RequestLimiter,
  turns: Turns,
): void {
  const callers = new WeakMap<FastifyRequest, Caller | AccountCaller>();
  const ignored = new WeakMap<FastifyRequest, readonly string[]>();
  app.route({
    method: operation.method,
    url: fastifyPath(operation.path),
    schema: { ...inputSchemas(operation), response: responseSchemas(operation) },
    schemaErrorFormatter: describeInvalid,
    onRequest: async (request, reply) => {
      const { headers, host, ip: address, method } = request;
      const { authorization, origin } = headers;
      const fetchSite = headers['sec-fetch-site'];
      refuseCrossSite({ method, fetchSite, origin, host, authorization });
      const credentials = credentialsIn(request);
      const credential = credentialOf(operation, credentials);
      const tell = (limits: Readonly<Record<string, string>>, isAllowed: boolean): void => {
        reply.headers(limits);
        // What is refused late takes nobody's turn.
        if (!isAllowed) turns.end(request);
      };
      const { rateLimit } = operation;
      if (rateLimit !== 'none') await limiter.refuseAgain(rateLimit, credential, tell);
      if (credential !== undefined) await turns.begin(credential, request, reply);
      // Others of the line may have been refused meanwhile.
      if (rateLimit !== 'none') await limiter.refuseAgain(rateLimit, credential, tell);
      const caller = await authenticate(operation, credentials, services);
      if (caller) callers.set(request, caller);
      if (rateLimit !== 'none')
        await limiter.count(rateLimit, { caller, address, credential }, tell);
      if (method !== 'GET' && method !== 'HEAD') refuseEncoded(headers['content-encoding']);
    },
    onSend: async (request, reply, payload) => {
      turns.end(request);
      if (operation.auth !== 'session') return payload;
      reply.header('vary', 'accept, accept-encoding');
      return saveSending(request, reply, payload);
    },
    preValidation: async (request, reply) => {
      const names = ignoredParameters(request.query as object, operation);
      if (names.length > 0) {
        ignored.set(request, names);
        reply.header('x-ignored-parameters', ignoredParametersHeader(names, operation));
      }
      request.query = readQuery(
        request.query as object as Texts,
        operation.query?.properties ?? {},
      );
      refuseUnknownFormat(operation, request.query);
      refuseUnstorableText(request.params, 'the path');
      refuseUnstorableText(request.query, 'the query');
      refuseUnstorableText(request.body, 'the body');
      if (!operation.body) refuseFields(request.body);
      request.params = withExtensionIds(request.params, operation.params);
      request.query = withExtensionIds(request.query, operation.query);
      request.body = withExtensionIds(request.body, operation.jsonBody ?? operation.body);
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      // What the contract promises of these three, validation has just shown.
      const { params, query, body } = request as Pick<
        OperationRequest,
        'params' | 'query' | 'body'
      >;
      const origin = originOf(request);
      const input = {
        params,
        query,
        body,
        json: operation.jsonBody && !request.isMultipart() ? body : undefined,
        caller,
        actor: caller && 'memberId' in caller ? actorOf(caller, origin) : undefined,
        origin,
        attemptToken: attemptTokenOf(request),
        format: askedFormat(operation, query, request.headers.accept),
        // What took minutes to come may come from somebody who may no longer bring it.
        file: (field: string) =>
          readFile(request, field, () => authenticate(operation, credentialsIn(request), services)),
      };
      const answer = await handle(input as never, services);
      const enveloped = 'data' in answer ? answer : undefined;
      setSessionCookie(reply, enveloped?.sessionCookie ?? renewedCookieOf(caller));
      setKnownBrowserCookie(reply, enveloped?.knownBrowser);
      setSignInAttemptCookie(reply, enveloped?.signInAttempt);
      if ('text' in answer) return sendText(reply.status(answer.status), answer.text);
      if ('file' in answer) return sendFile(request, reply.status(answer.status), answer.file);
      const names = ignored.get(request);
      return reply.status(answer.status).send({
        ...envelope(operation, answer.data),
        ...(names && { ignored_parameters: names }),
      });
    },
  });
}

function credentialsIn({ headers }: FastifyRequest): Credentials {
  const { authorization, cookie } = headers;
  return { authorization, cookie, webhookSecret: headers['x-webhook-secret']?.toString() };
}

/** Answers 405 with `Allow` where a path has operations, but none for the method. */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly AnyRoute[]): void {
  const unsupported = METHODS.filter((method) => !app.supportedMethods.includes(method));
  for (const method of unsupported) app.addHttpMethod(method);
  const byPath = Map.groupBy(routes, ({ operation }) => operation.path);
  for (const [path, present] of byPath) {
    const allowed = new Set<string>(present.map(({ operation }) => operation.method));
    if (allowed.has('GET')) allowed.add('HEAD');
    const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<never> => {
      reply.header('allow', [...allowed].join(', '));
      throw new Refusal('method_not_allowed', `this path knows only ${[...allowed].join(', ')}`);
    };
    const others = app.supportedMethods.filter((method) => !allowed.has(method));
    // In the hook, so that the body is not looked at.
    app.route({ method: others, url: fastifyPath(path), onRequest: refuse, handler: refuse });
  }
}

type Texts = Readonly<Record<string, unknown>>;
/** `/a/{b}` -> `/a/:b` */
function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function responseSchemas(operation: Operation) {
  return Object.fromEntries(
    successStatuses
      .filter((status) => operation.answers[status])
      .map((status) => [status, successEnvelope(operation, status)]),
  );
}

function envelope(operation: Operation, data: unknown) {
  if (operation.envelope === 'single') return { success: true, data };
  const { items, page, pageSize, totalCount, next } = data as Page<unknown>;
  return {
    success: true,
    result: items,
    page,
    page_size: pageSize,
    total_count: totalCount,
    total_pages: Math.ceil(totalCount / pageSize),
    pagination: { next },
  };
}

function renewedCookieOf(caller: Caller | AccountCaller | undefined) {
  return caller && 'renewedCookie' in caller ? caller.renewedCookie : undefined;
}
