import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { packFiles } from '../../../engine/fixtures/packages/sign-xpi.ts';
import { answerWrongly, closeServer, type TestStoreFault } from './test-store.ts';

/** A store on a socket of this machine that answers as the API of addons.mozilla.org does. */
export interface TestAddOnStore extends AsyncDisposable {
  /** For `EXTAUDIT_FIREFOX_STORE_URL`. */
  readonly firefoxUrl: string;
  /** The path and query of each request, in the order of their arrival. */
  readonly requests: readonly string[];
  /** Lists this version, in place of an earlier one. */
  publish(geckoId: string, version: string, bytes: Uint8Array, lies?: AddOnLies): void;
  /** From now on it is not public, and the store says by whose will. */
  disable(geckoId: string, by: 'mozilla' | 'developer'): void;
  /** From now on nobody knows it. */
  remove(geckoId: string): void;
  /** How requests are answered instead. */
  faults: { lookUp?: TestStoreFault | undefined; download?: TestStoreFault | undefined };
}

/** What the store says of a file instead of the truth. */
interface AddOnLies {
  readonly version?: string;
  readonly hash?: string;
  readonly size?: number;
  readonly url?: string;
}

type AddOn =
  | { readonly version: string; readonly bytes: Uint8Array; readonly lies: AddOnLies }
  | { readonly disabledBy: 'mozilla' | 'developer' };

export async function startTestAddOnStore(): Promise<TestAddOnStore> {
  const addOns = new Map<string, AddOn>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    const { pathname, searchParams } = new URL(request.url ?? '/', base);
    const isDownload = pathname.startsWith('/downloads/');
    const fault = isDownload ? store.faults.download : store.faults.lookUp;
    if (fault) return answerWrongly(fault, response);
    const [, , , , , name = ''] = pathname.split('/').map(decodeURIComponent);
    if (pathname === '/api/v5/addons/search/') {
      const guids = searchParams.get('guid')?.split(',') ?? [];
      const results = guids.flatMap((guid) => addOnData(guid, addOns.get(guid), base) ?? []);
      return answerJson(response, 200, { count: results.length, results });
    }
    if (isDownload) return answerFile(addOns, pathname, response);
    const addOn = addOns.get(name);
    const data = addOnData(name, addOn, base);
    if (data) return answerJson(response, 200, data);
    if (!addOn) return answerJson(response, 404, { detail: 'Not found.' });
    const by = 'disabledBy' in addOn ? addOn.disabledBy : undefined;
    answerJson(response, 401, {
      detail: 'Authentication credentials were not provided.',
      is_disabled_by_developer: by === 'developer',
      is_disabled_by_mozilla: by === 'mozilla',
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store: TestAddOnStore = {
    firefoxUrl: `${base}/api/v5`,
    requests,
    faults: {},
    publish: (geckoId, version, bytes, lies = {}) =>
      void addOns.set(geckoId, { version, bytes, lies }),
    disable: (geckoId, by) => void addOns.set(geckoId, { disabledBy: by }),
    remove: (geckoId) => void addOns.delete(geckoId),
    [Symbol.asyncDispose]: () => closeServer(server),
  };
  return store;
}

/** As the store writes it, without what nobody here reads. */
function addOnData(guid: string, addOn: AddOn | undefined, base: string): object | undefined {
  if (!addOn || 'disabledBy' in addOn) return undefined;
  const { version, bytes, lies } = addOn;
  const path = `downloads/${encodeURIComponent(guid)}/${encodeURIComponent(version)}.xpi`;
  return {
    id: 607_454,
    guid,
    is_disabled: false,
    status: 'public',
    type: 'extension',
    current_version: {
      id: 5_774_815,
      version: lies.version ?? version,
      file: {
        id: 4_391_011,
        hash: lies.hash ?? `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
        size: lies.size ?? bytes.length,
        status: 'public',
        url: lies.url ?? `${base}/${path}`,
      },
    },
  };
}

function answerFile(
  addOns: ReadonlyMap<string, AddOn>,
  pathname: string,
  response: ServerResponse,
): void {
  const [, , guid = '', file = ''] = pathname.split('/').map(decodeURIComponent);
  const addOn = addOns.get(guid);
  if (!addOn || 'disabledBy' in addOn || file !== `${addOn.version}.xpi`)
    return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'application/x-xpinstall' }).end(addOn.bytes);
}

function answerJson(response: ServerResponse, status: number, data: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(data));
}

/** As packages of a mirror are: without a signature that anyone would know. */
export function packTestAddOn(
  geckoId: string,
  version: string,
  fields: Readonly<Record<string, unknown>> = {},
): Uint8Array {
  const manifest = {
    manifest_version: 3,
    name: `Add-on ${geckoId}`,
    version,
    browser_specific_settings: { gecko: { id: geckoId } },
    ...fields,
  };
  return packFiles(new Map([['manifest.json', Buffer.from(JSON.stringify(manifest))]]));
}
