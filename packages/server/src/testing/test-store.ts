import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A store on a socket of this machine that speaks the update protocol as the Chrome Web Store and Edge Add-ons do. */
export interface TestStore extends AsyncDisposable {
  /** For `EXTAUDIT_CHROME_STORE_URL`. */
  readonly chromeUrl: string;
  /** For `EXTAUDIT_EDGE_STORE_URL`. */
  readonly edgeUrl: string;
  /** A file that lists everything, with an ETag, as a self-hosted `update_url` is. */
  readonly updateUrl: string;
  /** Of requests so far, and of ids in them. */
  readonly counts: TestStoreCounts;
  /** The path and query of each request, in the order of their arrival. */
  readonly requests: readonly string[];
  /** Lists this version, in place of an earlier one. */
  publish(id: string, version: string, bytes: Uint8Array, lies?: TestStoreLies): void;
  /** From now on the id is an unknown application. */
  unlist(id: string): void;
  /** As the Chrome Web Store does it: no update ever again, in most cases without a reason. */
  takeDown(id: string, reason?: 'malware' | 'policy_violation' | 'potentially_uws'): void;
  /** How requests are answered instead; set one to `undefined` and the store is well again. */
  faults: { lookUp?: TestStoreFault | undefined; download?: TestStoreFault | undefined };
}

export interface TestStoreCounts {
  lookUps: number;
  idsAsked: number;
  downloads: number;
}

/** What the store says of a package instead of the truth. */
interface TestStoreLies {
  readonly version?: string;
  readonly sha256?: string;
  readonly sizeBytes?: number;
  readonly codebase?: string;
}

export type TestStoreFault =
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string }
  | { readonly kind: 'body'; readonly body: string | Uint8Array }
  | { readonly kind: 'redirect'; readonly location: string }
  /** A byte every 20 ms, for ever. */
  | { readonly kind: 'slow' }
  /** 2 GiB. */
  | { readonly kind: 'huge' }
  | { readonly kind: 'hang-up' };

export interface TestStoreOptions {
  /** Lists every id that nobody published with this version, and without a package. */
  readonly everyIdVersion?: string;
  /** Default: any free one. */
  readonly port?: number;
}

interface Item {
  readonly version: string;
  readonly bytes: Uint8Array;
  readonly lies: TestStoreLies;
  /** Why; empty where the store does not tell. */
  readonly takenDown?: string;
}

export async function startTestStore(options: TestStoreOptions = {}): Promise<TestStore> {
  const items = new Map<string, Item>();
  const requests: string[] = [];
  const counts: TestStoreCounts = { lookUps: 0, idsAsked: 0, downloads: 0 };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', base);
    if (url.pathname.startsWith('/control/')) return void control(store, request, url, response);
    requests.push(request.url ?? '');
    const isPackage = url.pathname.startsWith('/packages/');
    const isDownload = isPackage || url.searchParams.get('response') === 'redirect';
    if (isPackage) counts.downloads += 1;
    else if (!isDownload) counts.lookUps += 1;
    const fault = isDownload ? store.faults.download : store.faults.lookUp;
    if (fault) return answerWrongly(fault, response);
    if (isPackage) return answerPackage(items, url, response);
    if (url.pathname === '/updates.xml') return answerFile(items, base, request, response);
    const asked = url.searchParams.getAll('x').map((text) => new URLSearchParams(text));
    if (isDownload) return answerRedirect(items, asked[0]?.get('id') ?? '', response);
    counts.idsAsked += asked.length;
    const apps = asked.map((query) => {
      const known = items.get(query.get('id') ?? '') ?? everyItem(options.everyIdVersion);
      return appOf(query.get('id') ?? '', query.get('v') ?? '', known, base);
    });
    answerXml(apps, response);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store: TestStore = {
    chromeUrl: `${base}/service/update2/crx`,
    edgeUrl: `${base}/extensionwebstorebase/v1/crx`,
    updateUrl: `${base}/updates.xml`,
    counts,
    requests,
    faults: {},
    publish: (id, version, bytes, lies = {}) => void items.set(id, { version, bytes, lies }),
    unlist: (id) => void items.delete(id),
    takeDown(id, reason) {
      const item = items.get(id) ?? { version: '0', bytes: new Uint8Array(), lies: {} };
      items.set(id, { ...item, takenDown: reason ?? '' });
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
  return store;
}

function everyItem(version: string | undefined): Item | undefined {
  return version === undefined ? undefined : { version, bytes: new Uint8Array(), lies: {} };
}

/** `<app>` as the stores write it. @param have the version that the client has, empty for none */
function appOf(id: string, have: string, item: Item | undefined, base: string): string {
  const app = (status: string, content: string): string =>
    `<app appid="${escaped(id)}" cohort="1::" cohortname="" status="${status}">${content}</app>`;
  if (!item) return app('error-unknownApplication', '');
  if (item.takenDown !== undefined) {
    const mark = item.takenDown === '' ? '' : `_${item.takenDown}="true" `;
    return app('ok', `<updatecheck ${mark}status="noupdate"/>`);
  }
  if (have !== '' && !isNewer(item.version, have)) {
    return app('ok', '<updatecheck status="noupdate"/>');
  }
  return app('ok', updateOf(id, item, base));
}

function updateOf(id: string, { version, bytes, lies }: Item, base: string): string {
  const sha256 = lies.sha256 ?? createHash('sha256').update(bytes).digest('hex');
  const codebase = lies.codebase ?? `${base}/packages/${id}/${version}.crx?a=1&b=2`;
  return `<updatecheck codebase="${escaped(codebase)}" fp="1.${sha256}" hash_sha256="${sha256}" protected="0" size="${lies.sizeBytes ?? bytes.length}" status="ok" version="${escaped(lies.version ?? version)}"/>`;
}

function answerXml(
  apps: readonly string[],
  response: ServerResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  const root =
    '<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0" server="prod">';
  const day = '<daystart elapsed_days="7198" elapsed_seconds="83235"/>';
  response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8', ...headers });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${root}${day}${apps.join('')}</gupdate>`);
}

function answerFile(
  items: ReadonlyMap<string, Item>,
  base: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const apps = [...items].map(([id, item]) => appOf(id, '', item, base));
  const etag = `"${createHash('sha256').update(apps.join('')).digest('hex').slice(0, 16)}"`;
  if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
  else answerXml(apps, response, { etag });
}

function answerRedirect(
  items: ReadonlyMap<string, Item>,
  id: string,
  response: ServerResponse,
): void {
  const item = items.get(id);
  if (!item || item.takenDown !== undefined) return void response.writeHead(204).end();
  response.writeHead(302, { location: `/packages/${id}/${item.version}.crx` }).end();
}

function answerPackage(items: ReadonlyMap<string, Item>, url: URL, response: ServerResponse): void {
  const [, id = '', version = ''] = /^\/packages\/(\w+)\/(.+)\.crx$/.exec(url.pathname) ?? [];
  const item = items.get(id);
  if (item?.version !== version) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/x-chrome-extension' }).end(item.bytes);
}

export function answerWrongly(fault: TestStoreFault, response: ServerResponse): void {
  response.on('error', () => undefined);
  switch (fault.kind) {
    case 'status': {
      const retry = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
      return void response.writeHead(fault.status, retry).end('not now');
    }
    case 'body':
      return void response.writeHead(200).end(fault.body);
    case 'redirect':
      return void response.writeHead(302, { location: fault.location }).end();
    case 'slow': {
      response.writeHead(200);
      const timer = setInterval(() => response.write('<'), 20);
      return void response.on('close', () => clearInterval(timer));
    }
    case 'huge': {
      const chunk = Buffer.alloc(65_536, ' ');
      let left = 2 ** 31;
      const more = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= chunk.length;
          if (!response.write(chunk)) return;
        }
        response.end();
      };
      response.writeHead(200).on('drain', more);
      return more();
    }
    case 'hang-up':
      return void response.destroy();
  }
}

/** What `test-store-process.ts` is told by its parent: PUT or DELETE of an item, PUT of faults, GET of counts. */
async function control(
  store: TestStore,
  request: IncomingMessage,
  url: URL,
  response: ServerResponse,
): Promise<void> {
  const [, , what = '', id = '', version = ''] = url.pathname.split('/');
  const bytes = await buffer(request);
  if (what === 'items' && request.method === 'PUT') store.publish(id, version, bytes);
  else if (what === 'items') store.unlist(id);
  else if (what === 'faults') store.faults = JSON.parse(bytes.toString()) as TestStore['faults'];
  response.end(JSON.stringify(store.counts));
}

function isNewer(version: string, than: string): boolean {
  const [left, right] = [version.split('.'), than.split('.')].map((parts) => parts.map(Number));
  for (let part = 0; part < 4; part += 1) {
    const difference = (left?.[part] ?? 0) - (right?.[part] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

export async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
