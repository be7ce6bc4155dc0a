import type { TObject, TSchema } from 'typebox';
import { Failure, IgnoredParameters, successEnvelope } from './envelope.ts';
import {
  type Authentication,
  type FailureStatus,
  type Operation,
  type RateLimit,
  failuresOf,
  successStatuses,
} from './operation.ts';
import { analysisCallback, webhookObjects } from './outgoing-messages.ts';
import { Analysis, AnalysisDone, AnalysisQueued } from './schemas/analysis.ts';
import { ExtensionDetail, ExtensionSummary, UploadedExtension } from './schemas/extension.ts';
import { Detection, Monitor, MonitorEvent } from './schemas/monitor.ts';
import { Finding, SecurityReport } from './schemas/report.ts';
import { Publisher, PublisherDetail } from './schemas/publisher.ts';
import { BulkResult, Signal } from './schemas/risk-engine.ts';
import { Review } from './schemas/review.ts';
import { Session } from './schemas/session.ts';
import { Delivery, DeliveryDetail, Webhook } from './schemas/webhook.ts';
import { FileText, VersionDiff, VersionFiles } from './schemas/version.ts';

export type JsonDocument = { readonly [key: string]: unknown };

export interface OpenApiOptions {
  readonly version: string;
}

/** An OpenAPI 3.1 document of the operations. https://spec.openapis.org/oas/v3.1.1.html */
export function openApiDocument(
  operations: Iterable<Operation>,
  { version }: OpenApiOptions,
): JsonDocument {
  const paths: Record<string, Record<string, JsonDocument>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = operationObject(operation);
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'extaudit',
      version,
      description: 'Security audits of browser extensions: catalogue, packages and risk reports.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: tagObjects,
    paths,
    webhooks: webhookObjects(withReferences),
    components: { schemas: componentSchemas(), securitySchemes, headers },
  };
}

/** Schemas that get a name in the document; the rest stand where they are used. */
const namedSchemas: ReadonlyMap<string, TSchema> = new Map<string, TSchema>([
  ['ExtensionSummary', ExtensionSummary],
  ['ExtensionDetail', ExtensionDetail],
  ['UploadedExtension', UploadedExtension],
  ['Review', Review],
  ['VersionFiles', VersionFiles],
  ['FileText', FileText],
  ['VersionDiff', VersionDiff],
  ['Publisher', Publisher],
  ['PublisherDetail', PublisherDetail],
  ['AnalysisQueued', AnalysisQueued],
  ['AnalysisDone', AnalysisDone],
  ['Analysis', Analysis],
  ['SecurityReport', SecurityReport],
  ['Finding', Finding],
  ['BulkResult', BulkResult],
  ['Signal', Signal],
  ['Monitor', Monitor],
  ['MonitorEvent', MonitorEvent],
  ['Detection', Detection],
  ['Webhook', Webhook],
  ['Delivery', Delivery],
  ['DeliveryDetail', DeliveryDetail],
  ['Session', Session],
  ['IgnoredParameters', IgnoredParameters],
  ['Failure', Failure],
]);

const nameByText = new Map(
  [...namedSchemas].map(([name, schema]) => [JSON.stringify(schema), name]),
);

function componentSchemas(): JsonDocument {
  return Object.fromEntries(
    [...namedSchemas].map(([name, schema]) => [name, withReferences(schema, name)]),
  );
}

/** A plain copy in which every named schema but `except` is a `$ref`. */
function withReferences(schema: unknown, except?: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withReferences(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const name = nameByText.get(JSON.stringify(schema));
  if (name !== undefined && name !== except) return { $ref: `#/components/schemas/${name}` };
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, withReferences(value)]),
  );
}

function operationObject(operation: Operation): JsonDocument {
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: description(operation),
    security: securityOf[operation.auth],
    ...parameters(operation),
    ...requestBody(operation),
    responses: { ...successResponses(operation), ...failureResponses(operation) },
    ...(operation.hasAnalysisCallback && { callbacks: analysisCallback(withReferences) }),
  };
}

function description({ description, rateLimit, audit = 'none' }: Operation): string {
  const entry = audit === 'none' ? [] : [`Leaves the entry \`${audit}\` in the audit trail.`];
  const limit = rateLimit === 'none' ? [] : [limitSentence(rateLimit)];
  return [description, ...entry, ...limit].join('\n\n');
}

function limitSentence({ requests, seconds }: RateLimit): string {
  const per = seconds === 60 ? 'a minute' : `in ${seconds} seconds`;
  return `Limit: ${requests} requests ${per}, per account.`;
}

function parameters({ params, query }: Operation): JsonDocument {
  const all = [...parametersIn('path', params), ...parametersIn('query', query)];
  return all.length > 0 ? { parameters: all } : {};
}

function parametersIn(place: 'path' | 'query', schemas?: TObject): JsonDocument[] {
  if (!schemas) return [];
  const required = new Set<string>(schemas.required);
  return Object.entries(schemas.properties).map(([name, schema]) => ({
    name,
    in: place,
    // What has a default need not be sent, although handlers always receive it.
    required: required.has(name) && !('default' in schema),
    schema: withReferences(schema),
  }));
}

function requestBody({ body, bodyType, jsonBody }: Operation): JsonDocument {
  if (!body) return {};
  const optional = Object.entries(body.properties).filter(([, schema]) => 'default' in schema);
  const names = new Set(optional.map(([name]) => name));
  const schema = { ...body, required: body.required?.filter((name: string) => !names.has(name)) };
  const media = bodyType ?? 'application/json';
  const json = jsonBody && { 'application/json': { schema: withReferences(jsonBody) } };
  return {
    requestBody: {
      required: true,
      content: { [media]: { schema: withReferences(schema) }, ...json },
    },
  };
}

function successResponses(operation: Operation): JsonDocument {
  const responses: Record<string, JsonDocument> = {};
  for (const status of successStatuses) {
    const answer = operation.answers[status];
    if (!answer) continue;
    const schema = withReferences(successEnvelope(operation, status));
    responses[status] = {
      description: answer.when,
      headers: {
        ...(operation.rateLimit === 'none' ? requestIdHeader : limitedHeaders),
        'X-Ignored-Parameters': { $ref: '#/components/headers/IgnoredParameters' },
        ...(isKept(operation) && { ETag: { $ref: '#/components/headers/ETag' } }),
      },
      content: {
        'application/json': { schema },
        ...(answer.hasBytes && Object.fromEntries(fileTypes.map((type) => [type, {}]))),
        ...(answer.formats &&
          Object.fromEntries(Object.values(answer.formats).map((type) => [type, {}]))),
      },
    };
    if (isKept(operation)) responses[304] = unchangedResponse(operation);
  }
  return responses;
}

/** Whether what was read can be asked for again by its `ETag`. */
function isKept({ method, auth }: Operation): boolean {
  return method === 'GET' && auth === 'session';
}

/** Of files: images that hold no script, and everything else. */
const fileTypes = [
  'application/octet-stream',
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/x-icon',
];

function unchangedResponse({ rateLimit }: Operation): JsonDocument {
  return {
    description: 'Nothing has changed since the answer whose `ETag` was sent as `If-None-Match`.',
    headers: rateLimit === 'none' ? requestIdHeader : limitedHeaders,
  };
}

function failureResponses(operation: Operation): JsonDocument {
  return Object.fromEntries(
    [...failuresOf(operation)].map(([status, when]) => [status, failureResponse(status, when)]),
  );
}

function failureResponse(status: FailureStatus, when: string): JsonDocument {
  const retry = status === 429 || status === 503;
  const always = status === 429 ? limitedHeaders : requestIdHeader;
  return {
    description: when,
    headers: retry
      ? { ...always, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
      : always,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  };
}

const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const limitedHeaders = {
  ...requestIdHeader,
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

const headers = {
  RequestId: {
    description: 'Names this request in our log.',
    required: true,
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds after which asking again makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimit: {
    description: 'What is left: `"default";r=599;t=60`.',
    required: true,
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description: 'The limit: `"default";q=600;w=60`.',
    required: true,
    schema: { type: 'string' },
  },
  ETag: {
    description:
      'Sent as `If-None-Match` it saves sending the same again; not with lists as CSV or JSON Lines, which are streamed.',
    schema: { type: 'string' },
  },
  IgnoredParameters: {
    description:
      'Sent where the query has names that the operation does not know, with failures as well: a list of strings ' +
      '(RFC 9651), each with the known name that is most like it, if one is. What is no printable ASCII stands ' +
      'percent-encoded: `"pagesize";nearest="page_size", "colour"`.',
    schema: { type: 'string' },
  },
};

const securityOf: Readonly<Record<Authentication, readonly JsonDocument[]>> = {
  none: [],
  session: [{ session: [] }, { token: [] }],
  'webhook-secret': [{ webhookSecret: [] }],
};

const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'Set by signing in; good for ten days from its last use.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API token of the account; it begins with `exta_`.',
  },
  webhookSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Webhook-Secret',
    description: "The account's webhook secret; it begins with `whsec_`.",
  },
};

const tagObjects = [
  { name: 'extensions', description: 'The catalogue: extensions, versions, manifests, packages.' },
  { name: 'search', description: 'What code and manifests of all extensions hold.' },
  { name: 'publishers', description: 'Who publishes extensions, and with what reputation.' },
  { name: 'analyses', description: 'Security analyses and their reports.' },
  {
    name: 'decisions',
    description: 'What an account accepts, blocks or watches, by whom and until when.',
  },
  { name: 'policy', description: 'What browsers are told of extensions.' },
  { name: 'risk-engine', description: 'Many analyses at once, and analyses for automations.' },
  { name: 'permhash', description: 'Extensions grouped by the permissions that they ask for.' },
  { name: 'intelligence', description: 'What is known to be malicious or vulnerable.' },
  { name: 'events', description: 'What changed in all that the account watches.' },
  {
    name: 'subscriptions',
    description: 'One place that is told of everything that is watched, at once or in digests.',
  },
  { name: 'monitors', description: 'Extensions that are watched, and what changed in them.' },
  { name: 'webhooks', description: 'Who is told of changes, and whether that worked.' },
  { name: 'inventories', description: 'What machines have installed, and what of it is a risk.' },
  { name: 'auth', description: 'Signing in and out, and the first account.' },
  { name: 'account', description: 'API tokens and members of the account.' },
  { name: 'health', description: 'For load balancers and supervisors.' },
];
