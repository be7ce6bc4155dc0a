import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Refusal } from './errors.ts';
import { createTurns } from './http/turns.ts';
import { compileWhenAsked } from './http/compile-when-asked.ts';
import { drainBodies } from './http/drain-bodies.ts';
import { headBytesMax, refuseOversized } from './http/refuse-oversized.ts';
import { refuseUnclearHost } from './http/refuse-unclear-host.ts';
import { answerClientError, sendFailure } from './http/send-failure.ts';
import { registerDocuments } from './http/register-documents.ts';
import { registerDashboard } from './http/register-dashboard.ts';
import { registerGuide } from './http/register-guide.ts';
import { refuseOtherMethods, registerRoute } from './http/register-route.ts';
import type { Services } from './http/route.ts';
import { requestLimiter } from './http/rate-limit.ts';
import { routes } from './http/routes.ts';
import { tellOutages } from './http/tell-outages.ts';
import { deleteEndedRateLimits } from './storage/database/rate-limit.ts';

export interface AppOptions {
  /** Of extaudit, for the OpenAPI document. */
  readonly version: string;
  /** Addresses or CIDR ranges whose `X-Forwarded-*` headers count; none by default. */
  readonly trustProxy?: readonly string[];
  /** Without it nothing is logged. */
  readonly logger?: FastifyBaseLogger;
  readonly uploadBytesMax?: number;
  /** With the built dashboard; without it there is none, and every unknown path is 404. */
  readonly dashboardDir?: string | undefined;
  /** With the built guide; without it `/docs/guide` is 404. */
  readonly guideDir?: string | undefined;
}

const jsonBytesMax = 1024 * 1024;
const uploadBytesMax = 128 * 1024 * 1024;
/** Long enough for a large package over a slow line; ends a request that only drips. */
const requestMillisecondsMax = 300_000;
const sweepMilliseconds = 600_000;

/** The HTTP service: every operation of the contract, its documents, and one envelope for every failure. Not yet listening. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const trustProxy = [...(options.trustProxy ?? [])];
  const app: FastifyInstance = fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    bodyLimit: jsonBytesMax,
    requestTimeout: requestMillisecondsMax,
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    routerOptions: { maxParamLength: headBytesMax },
    http: { maxHeaderSize: headBytesMax, requireHostHeader: false },
    frameworkErrors: (error, request, reply) => {
      // The path could not be read, so no hook has run.
      void sendFailure(error, request, reply.header('x-request-id', request.id));
    },
    clientErrorHandler: answerClientError,
  });

  compileWhenAsked(app);
  app.removeContentTypeParser('text/plain');
  acceptEmptyJson(app);
  await app.register(cookie);
  await app.register(helmet, { contentSecurityPolicy: apiContentSecurityPolicy });
  const fileSize = options.uploadBytesMax ?? uploadBytesMax;
  await app.register(multipart, {
    limits: { fileSize, files: 1, fields: 8, fieldSize: 65_536, parts: 9 },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    refuseOversized(request.raw);
    refuseUnclearHost(request);
  });
  drainBodies(app, ({ headers }) =>
    // What frames the file is smaller than another body may be.
    headers['content-type']?.startsWith('multipart/') ? fileSize + jsonBytesMax : jsonBytesMax,
  );
  const tellOutage = tellOutages(app, services.db);
  app.setErrorHandler(async (error, request, reply) => {
    tellOutage(error);
    return sendFailure(error, request, reply);
  });
  const { dashboardDir } = options;
  const sendDashboard = dashboardDir && (await registerDashboard(app, dashboardDir));
  app.setNotFoundHandler(async (request, reply) => {
    const page = sendDashboard && sendDashboard(request, reply);
    if (page) return page;
    throw new Refusal(
      'route_not_found',
      /^\/metrics(?:[/?]|$)/.test(request.url)
        ? 'metrics have an address of their own: EXTAUDIT_METRICS_LISTEN, where it is set'
        : 'there is nothing at this path; /docs lists what there is',
    );
  });

  sweepRateLimits(app, services);
  const limiter = requestLimiter(services.db);
  const turns = createTurns();
  for (const route of routes) registerRoute(app, route, services, limiter, turns);
  refuseOtherMethods(app, routes);
  await registerDocuments(app, options.version);
  if (options.guideDir !== undefined) await registerGuide(app, options.guideDir);
  return app;
}

/** Many clients name the type of a body even where they send none; that is fine where none is asked for. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  const options = { parseAs: 'string' } as const;
  app.addContentTypeParser<string>('application/json', options, (request, body, done) => {
    if (body === '' && request.routeOptions.schema?.body === undefined) return done(null);
    void parse(request, body, (error: Error | null, value?: unknown) =>
      done(error && isJson(body) ? new Refusal('invalid_body', changesObjects) : error, value),
    );
  });
}

const changesObjects =
  'the body must hold no field called __proto__, and no prototype in a constructor';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Counts that have ended are rows that nobody reads again. */
function sweepRateLimits(app: FastifyInstance, { db, now }: Services): void {
  const timer = setInterval(() => {
    deleteEndedRateLimits(db, now()).catch((error: unknown) => {
      app.log.warn({ err: error }, 'ended rate limits were not deleted');
    });
  }, sweepMilliseconds).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Answers are data: should one ever be shown as a page, it may do nothing. */
const apiContentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};
