import { secretOf } from './deed.ts';
import type { Browser, Events } from './browser.ts';
import type { Runs } from './context.ts';

/** Globals of the web, as far as the tables use them. */
export function webApi(
  browser: Browser,
  events: Events,
  runs: Runs,
  runText: (text: string) => void,
): Record<string, unknown> {
  const quiet = (): void => {};
  return {
    ...(runs !== 'worker' && { document: documentOf(browser, events), ...windowOf(browser) }),
    ...requestsOf(browser),
    location: {
      href: 'https://tides.example/today',
      hostname: 'tides.example',
      origin: 'https://tides.example',
    },
    navigator: {
      userAgent: 'Tides/5',
      language: 'nl',
      sendBeacon: (url: string, data: unknown) => browser.do('network', data, url),
    },
    console: { log: quiet, error: quiet, warn: quiet },
    setTimeout: (act: string | ((...values: unknown[]) => void), _: number, ...values: unknown[]) =>
      browser.later(() => (typeof act === 'string' ? runText(act) : act(...values))),
    setInterval: quiet,
    clearTimeout: quiet,
    queueMicrotask,
    structuredClone,
    TextEncoder,
    TextDecoder,
    URL,
    URLSearchParams,
    EventTarget,
    CustomEvent,
    FormData,
    Blob,
    atob,
    btoa,
    ...(!browser.runsTexts && {
      eval: (code: unknown) => browser.do('code-execution', code),
      Function: functionMaker(browser),
    }),
    addEventListener: (name: string, act: () => void) => events.add(`dom:${name}`, act),
  };
}

/** Texts that become functions are recorded; what all functions inherit is kept. */
function functionMaker(browser: Browser): unknown {
  function Made(...texts: readonly unknown[]): () => void {
    browser.do('code-execution', texts.join(' '));
    return () => {};
  }
  return Made;
}

function windowOf(browser: Browser): Record<string, unknown> {
  const kept = new Map<string, string>();
  return {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? `local ${key}`,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
    Image: class {
      set src(url: string) {
        browser.do('network', '', url);
      }
    },
  };
}

function documentOf(browser: Browser, events: Events): object {
  const listen = (name: string, act: () => void): void => events.add(`dom:${name}`, act);
  const value = secretOf('form-input');
  const field = { value, addEventListener: listen, name: 'card', type: 'password' };
  const form = { addEventListener: listen, elements: [field], querySelector: () => field };
  const text = secretOf('page-content');
  const append = (element: { made?: string; src?: string }): void => {
    if (element.made === 'script' && element.src) browser.do('remote-script', '', element.src);
  };
  return {
    cookie: `sid=${secretOf('cookies')}`,
    title: 'Tides',
    body: { innerText: text, innerHTML: text, textContent: text, append, appendChild: append },
    head: { append, appendChild: append },
    documentElement: { outerHTML: text, innerHTML: text, append, appendChild: append },
    createElement: (made: string) => ({ made, value: '', style: {}, setAttribute() {} }),
    querySelector: (selector: string) => (selector === 'form' ? form : field),
    querySelectorAll: (selector: string) => [selector === 'form' ? form : field],
    getElementById: () => field,
    addEventListener: listen,
  };
}

function requestsOf(browser: Browser): Record<string, unknown> {
  return {
    fetch(url: string, { body }: { body?: unknown } = {}) {
      browser.do('network', body, url);
      const text = secretOf('network-response');
      return browser.answer({
        ok: true,
        text: () => browser.answer(text),
        json: () => browser.answer({ text }),
      });
    },
    XMLHttpRequest: class {
      #url = '';
      open(_: string, url: string): void {
        this.#url = url;
      }
      setRequestHeader(): void {}
      send(data: unknown): void {
        browser.do('network', data, this.#url);
      }
    },
    WebSocket: class {
      readonly #url: string;
      constructor(url: string) {
        this.#url = url;
      }
      addEventListener(name: string, act: () => void): void {
        if (name === 'open') browser.later(act);
      }
      send(data: unknown): void {
        browser.do('network', data, this.#url);
      }
    },
  };
}
