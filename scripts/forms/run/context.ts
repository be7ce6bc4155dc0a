import vm from 'node:vm';
import { extensionApi } from './extension-api.ts';
import { webApi } from './web-api.ts';
import type { Browser } from './browser.ts';

export type Runs = 'worker' | 'page' | 'extension-page';

/** One global object with the scripts that share it. */
export class Context {
  readonly #globals: vm.Context;
  readonly #others: Readonly<Record<string, string>>;
  readonly #modules = new Map<string, vm.Module>();

  constructor(browser: Browser, runs: Runs, others: Readonly<Record<string, string>>) {
    const events = browser.open();
    this.#others = others;
    this.#globals = vm.createContext({
      ...webApi(browser, events, runs, (text) => this.run('timer.js', text)),
      chrome: extensionApi(browser, events, (injected) =>
        new Context(browser, 'page', {}).run('injected.js', injected),
      ),
      importScripts: (file: string) => this.run(file, others[file] ?? ''),
    });
    events.add('dom:message', (event) => this.#globals['onmessage']?.(event));
    this.run('globals.js', 'var self = globalThis; globalThis.window = globalThis;');
    if (browser.runsTexts) this.#noteTexts(browser);
    else this.run('function.js', 'Function.prototype = Object.getPrototypeOf(() => {});');
    this.run(
      'forget.js',
      runs === 'worker' ? 'delete globalThis.window;' : 'delete globalThis.importScripts;',
    );
  }

  /** Notes texts that become functions, and lets them. */
  #noteTexts(browser: Browser): void {
    const wrap = vm.runInContext(
      '(note) => { globalThis.Function = new Proxy(Function, { apply: (maker, self, texts) => (note(texts), maker(...texts)), construct: (maker, texts) => (note(texts), maker(...texts)) }) }',
      this.#globals,
    ) as (note: (texts: readonly unknown[]) => void) => void;
    wrap((texts) => browser.do('code-execution', texts.join(' ')));
  }

  run(file: string, text: string): void {
    vm.runInContext(text, this.#globals, {
      filename: file,
      importModuleDynamically: (specifier) => this.#import(specifier),
    });
  }

  async runModule(text: string): Promise<void> {
    await this.#evaluate(this.#moduleOf(text));
  }

  async #import(specifier: string): Promise<vm.Module> {
    const module = this.#named(specifier);
    if (module.status === 'unlinked') await this.#evaluate(module);
    return module;
  }

  async #evaluate(module: vm.Module): Promise<void> {
    await module.link((specifier) => this.#named(specifier));
    await module.evaluate();
  }

  #named(specifier: string): vm.Module {
    const file = specifier.replace('./', '');
    const module = this.#modules.get(file) ?? this.#moduleOf(this.#others[file] ?? '');
    this.#modules.set(file, module);
    return module;
  }

  #moduleOf(text: string): vm.Module {
    return new vm.SourceTextModule(text, {
      context: this.#globals,
      importModuleDynamically: (specifier) => this.#import(specifier),
    });
  }
}
