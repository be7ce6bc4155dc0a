import { secretOf, type Deed } from './deed.ts';

type Act = (...values: readonly unknown[]) => unknown;

/** Events that contexts listen to, by name. */
export class Events {
  readonly #acts = new Map<string, Act[]>();

  add(name: string, act: Act | { handleEvent: Act }): void {
    const heard = typeof act === 'function' ? act : (event: unknown) => act.handleEvent(event);
    this.#acts.set(name, [...(this.#acts.get(name) ?? []), heard]);
  }

  fire(name: string, ...values: readonly unknown[]): readonly unknown[] {
    return (this.#acts.get(name) ?? []).map((act) => act(...values));
  }
}

/** What the contexts of an extension share: storage, messages and the record of what they did. */
export class Browser {
  readonly deeds: Deed[] = [];
  /** What was thrown in callbacks. */
  readonly errors: unknown[] = [];
  readonly #contexts: Events[] = [];
  readonly #storage = new Map<string, Map<string, unknown>>();
  /** Whether texts that are evaluated run. */
  readonly runsTexts: boolean;
  #waiting = 0;

  constructor({ runsTexts }: { readonly runsTexts: boolean }) {
    this.runsTexts = runsTexts;
  }

  get isWaiting(): boolean {
    return this.#waiting > 0;
  }

  open(): Events {
    const events = new Events();
    this.#contexts.push(events);
    return events;
  }

  do(sink: Deed['sink'], data: unknown, address?: unknown): void {
    const written = data instanceof FormData ? [...data] : data;
    const text =
      typeof written === 'string' ? written : (JSON.stringify(written) ?? String(written));
    const url = URL.parse(String(address));
    // The address carries data out, too.
    this.deeds.push({
      sink,
      data: `${text} ${url ? decodeURIComponent(url.href) : ''}`,
      ...(url && { host: url.hostname }),
    });
  }

  later(act: () => void): void {
    this.#waiting += 1;
    setImmediate(() => {
      this.#waiting -= 1;
      try {
        act();
      } catch (error) {
        this.errors.push(error);
      }
    });
  }

  answer<Value>(value: Value): Promise<Value> {
    return new Promise((resolve) => this.later(() => resolve(value)));
  }

  area(name: string): Map<string, unknown> {
    const area = this.#storage.get(name) ?? new Map<string, unknown>();
    this.#storage.set(name, area);
    return area;
  }

  /** To all contexts but the one that sends. */
  send(from: Events | undefined, name: string, ...values: readonly unknown[]): void {
    this.later(() => {
      for (const context of this.#contexts) if (context !== from) context.fire(name, ...values);
    });
  }

  /** What the page, its user, and other extensions do. */
  happen(): void {
    const text = secretOf('page-message');
    for (const type of ['note', 'save', 'get']) {
      const data = { type, kind: type, url: text, text, size: 5, key: 'k', payload: { url: text } };
      this.send(undefined, 'dom:message', { data, origin: 'https://tides.example' });
    }
    this.send(undefined, 'dom:keydown', { key: secretOf('key-input') });
    this.send(undefined, 'dom:submit', { preventDefault() {} });
    const url = secretOf('external-message');
    this.send(undefined, 'runtime.onMessageExternal', { type: 'save', url }, {}, () => {});
  }
}
