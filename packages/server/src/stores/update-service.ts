import {
  download,
  DownloadError,
  type Downloaded,
  type DownloadLimits,
  type DownloadRequest,
} from '../outbound/download.ts';
import type { DestinationGuard } from '../outbound/guard-destination.ts';
import { checkPackage, type CheckOptions } from './check-package.ts';
import type { Pace } from './pace.ts';
import {
  StoreError,
  type Store,
  type StoreAnswer,
  type StoreItem,
  type StoreName,
  type StorePackage,
  type StoreQuery,
} from './store.ts';
import { answerTo, readUpdateAnswer } from './update-answer.ts';
import { packageUrl, updateRequests, type UpdateRequest } from './update-request.ts';

/** What every connector that calls out needs. */
export interface Calling extends CheckOptions {
  readonly destinations: DestinationGuard;
  readonly pace: Pace;
  readonly limits?: Partial<CallLimits> | undefined;
}

export interface CallLimits {
  readonly lookUpSecondsMax: number;
  readonly lookUpBytesMax: number;
  readonly downloadSecondsMax: number;
  readonly packageBytesMax: number;
}

const defaultLimits: CallLimits = {
  lookUpSecondsMax: 30,
  /** An extension takes about 600 bytes, a hundred are asked for at once. */
  lookUpBytesMax: 2 * 1_024 * 1_024,
  downloadSecondsMax: 300,
  /** What the engine unpacks. */
  packageBytesMax: 256 * 1_024 * 1_024,
};

const packageRedirectsMax = 3;

export interface UpdateServiceOptions extends Calling {
  readonly name: StoreName;
  readonly baseUrl: string;
  readonly urlCharactersMax: number;
}

/** A store that answers for many extensions at one address of Chromium's update protocol. */
export function createUpdateService(options: UpdateServiceOptions): Store {
  const { name, baseUrl, urlCharactersMax } = options;
  async function lookUp(queries: readonly StoreQuery[]): Promise<ReadonlyMap<string, StoreAnswer>> {
    const answers = new Map<string, StoreAnswer>();
    for (const request of updateRequests(baseUrl, queries, urlCharactersMax)) {
      const { body } = await askForUpdates(name, { url: request.url }, options);
      settle(request, body);
    }
    return answers;

    function settle({ queries: asked }: UpdateRequest, body: Uint8Array): void {
      const states = readUpdateAnswer(name, body);
      for (const query of asked) answers.set(query.id, answerTo(query, states.get(query.id)));
    }
  }
  return {
    name,
    lookUp,
    async download(item) {
      const known = item.sha256 === undefined ? await located(name, item, lookUp) : item;
      return fetchPackage(name, known, known.codebase ?? packageUrl(baseUrl, item.id), options);
    },
  };
}

/**
 * Asks and gives what came with status 200, or with 304 when an ETag was named.
 * Rejects with `StoreError` for everything else.
 */
export async function askForUpdates(
  store: StoreName,
  request: DownloadRequest,
  calling: Calling,
  redirectsMax = 0,
): Promise<Downloaded> {
  const answer = await callStore(store, request, calling, { redirectsMax });
  if (answer.status === 200) return answer;
  if (answer.status === 304 && request.etag !== undefined) return answer;
  throw statusError(store, answer);
}

/** Asks for what is no package; of any status. Rejects with `StoreError`. */
export async function callStore(
  store: StoreName,
  request: DownloadRequest,
  calling: Calling,
  limits: Pick<DownloadLimits, 'redirectsMax' | 'keptStatuses'> = {},
): Promise<Downloaded> {
  const { lookUpSecondsMax, lookUpBytesMax } = { ...defaultLimits, ...calling.limits };
  const all = { secondsMax: lookUpSecondsMax, bytesMax: lookUpBytesMax, ...limits };
  return call(store, request, calling, all, 'store-answer-invalid');
}

/** Downloads and checks. Rejects with `StoreError`. */
export async function fetchPackage(
  store: StoreName,
  item: StoreItem,
  url: string,
  calling: Calling,
): Promise<StorePackage> {
  const { downloadSecondsMax, packageBytesMax } = { ...defaultLimits, ...calling.limits };
  const answer = await call(
    store,
    // Edge Add-ons keeps its packages at addresses of plain http; the hash came by https.
    { url, isPlainHttpFine: item.sha256 !== undefined },
    calling,
    {
      secondsMax: downloadSecondsMax,
      bytesMax: Math.min(item.sizeBytes ?? packageBytesMax, packageBytesMax),
      redirectsMax: packageRedirectsMax,
    },
    'package-mismatch',
  );
  if (answer.status === 200) return checkPackage(store, item, answer.body, calling);
  if (missingStatuses.has(answer.status)) {
    throw new StoreError('package-missing', store, `it has no package of ${item.id}`);
  }
  throw statusError(store, answer);
}

/**
 * Whether the store would hand out a package of it. Rejects with `StoreError` when it does not say.
 */
export async function hasPackage(
  store: StoreName,
  url: string,
  calling: Calling,
): Promise<boolean> {
  const { lookUpSecondsMax } = { ...defaultLimits, ...calling.limits };
  const limits = { secondsMax: lookUpSecondsMax, bytesMax: 0, isRedirectFine: true };
  const answer = await call(store, { url }, calling, limits, 'store-answer-invalid');
  if (answer.status >= 300 && answer.status < 400) return true;
  if (missingStatuses.has(answer.status)) return false;
  throw statusError(store, answer);
}

/** The Chrome Web Store answers 204 for what it does not have. */
const missingStatuses = new Set([204, 404, 410]);

/** An item with what the store tells of it now; its version must still be the one. */
export async function located(
  store: StoreName,
  item: StoreItem,
  lookUp: Store['lookUp'],
): Promise<StoreItem> {
  const { id, geckoId, updateUrl } = item;
  const query = {
    id,
    ...(geckoId !== undefined && { geckoId }),
    ...(updateUrl !== undefined && { updateUrl }),
  };
  const answers = await lookUp([query]);
  const answer = answers.get(id);
  if (answer?.state === 'listed') return { ...answer, ...item };
  throw new StoreError('package-missing', store, `it does not list ${id}`);
}

async function call(
  store: StoreName,
  request: DownloadRequest,
  { destinations, pace }: Calling,
  limits: DownloadLimits,
  tooLarge: 'store-answer-invalid' | 'package-mismatch',
): Promise<Downloaded> {
  await pace.turn(URL.parse(request.url)?.host ?? '');
  try {
    return await download(request, destinations, limits);
  } catch (cause) {
    if (!(cause instanceof DownloadError)) throw cause;
    const codes = {
      'download-refused': 'destination-refused',
      'download-too-large': tooLarge,
      'download-failed': 'store-unavailable',
    } as const;
    const where = URL.parse(request.url)?.origin ?? 'its address';
    throw new StoreError(codes[cause.code], store, `${where}: ${cause.message}`, { cause });
  }
}

export function statusError(
  store: StoreName,
  { status, retryAfterSeconds }: Downloaded,
): StoreError {
  return new StoreError('store-unavailable', store, `it answered ${status} instead of 200`, {
    retryAfterSeconds,
  });
}
