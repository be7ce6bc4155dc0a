import { secretOf } from './deed.ts';
import type { Browser, Events } from './browser.ts';

type Done = (value: unknown) => void;

/** `chrome`, as far as the tables use it. Functions call back, or return a promise where there is no callback. */
export function extensionApi(
  browser: Browser,
  events: Events,
  inject: (code: string) => void,
): object {
  const event = (name: string): object => ({
    addListener: (act: () => void) => events.add(name, act),
  });
  const asked =
    (value: () => unknown) =>
    (...values: readonly unknown[]): unknown => {
      const done = values.at(-1);
      if (typeof done !== 'function') return browser.answer(value());
      browser.later(() => (done as Done)(value()));
      return undefined;
    };
  const cookie = { name: 'sid', value: secretOf('cookies'), domain: 'tides.example' };
  const tab = { id: 7, url: secretOf('tabs'), title: secretOf('tabs') };
  return {
    runtime: {
      id: 'tides',
      sendMessage: (message: unknown) =>
        browser.send(events, 'runtime.onMessage', copy(message), { id: 'tides' }, () => {}),
      onMessage: event('runtime.onMessage'),
      onMessageExternal: event('runtime.onMessageExternal'),
      onSuspend: event('runtime.onSuspend'),
      onInstalled: event('runtime.onInstalled'),
      onStartup: event('runtime.onStartup'),
      connect: ({ name = '' } = {}) => connect(browser, events, name),
      onConnect: event('runtime.onConnect'),
      getURL: (path: string) => `chrome-extension://tides/${path}`,
      getManifest: () => ({ version: '4.2' }),
    },
    cookies: { getAll: asked(() => [cookie]), get: asked(() => cookie) },
    windows: { getAll: asked(() => [{ id: 9 }]) },
    alarms: {
      get: asked(() => ({ name: 'tide' })),
      getAll: asked(() => [{ name: 'tide' }]),
      create() {},
      onAlarm: event('alarms.onAlarm'),
    },
    history: { search: asked(() => [{ url: secretOf('history') }]) },
    bookmarks: { getTree: asked(() => [{ url: secretOf('bookmarks') }]) },
    tabs: {
      query: asked(() => [tab]),
      get: asked(() => tab),
      sendMessage: (_: number, message: unknown) =>
        browser.send(events, 'runtime.onMessage', copy(message), {}, () => {}),
      onUpdated: event('tabs.onUpdated'),
      onActivated: event('tabs.onActivated'),
      captureVisibleTab: asked(() => secretOf('screenshot')),
    },
    downloads: { download: ({ url }: { url: string }) => browser.do('download', url) },
    scripting: {
      executeScript: ({ func, args = [] }: { func: () => void; args?: unknown[] }) =>
        inject(`(${String(func)})(...${JSON.stringify(args)})`),
    },
    storage: {
      local: area(browser, 'local', event('storage.local'), asked),
      sync: area(browser, 'sync', event('storage.sync'), asked),
      session: area(browser, 'session', event('storage.session'), asked),
      onChanged: event('storage'),
    },
  };
}

function connect(browser: Browser, events: Events, name: string): object {
  const heard: ((message: unknown) => void)[] = [];
  const answers: ((message: unknown) => void)[] = [];
  const end = (mine: typeof heard, theirs: typeof heard): object => ({
    name,
    onMessage: { addListener: (act: (message: unknown) => void) => mine.push(act) },
    onDisconnect: { addListener() {} },
    postMessage: (message: unknown) =>
      browser.later(() => {
        for (const act of theirs) act(copy(message));
      }),
  });
  browser.send(events, 'runtime.onConnect', end(heard, answers));
  return end(answers, heard);
}

function area(
  browser: Browser,
  name: string,
  onChanged: object,
  asked: (value: () => unknown) => (...values: readonly unknown[]) => unknown,
): object {
  const kept = browser.area(name);
  const read = (keys: unknown): object => {
    if (typeof keys === 'function' || keys === undefined || keys === null)
      return Object.fromEntries(kept);
    const names =
      typeof keys === 'string' ? [keys] : Array.isArray(keys) ? keys : Object.keys(keys);
    return Object.fromEntries(
      names.flatMap((key) => (kept.has(key) ? [[key, kept.get(key)]] : [])),
    );
  };
  return {
    onChanged,
    get: (...values: readonly unknown[]) => asked(() => read(values[0]))(...values),
    set: (values: object, ...more: readonly unknown[]) => {
      for (const [key, value] of Object.entries(values)) kept.set(key, copy(value));
      browser.send(undefined, `storage.${name}`, {});
      return asked(() => undefined)(...more);
    },
  };
}

function copy(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
