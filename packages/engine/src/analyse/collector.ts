import type {
  DomSink,
  DynamicCode,
  Endpoint,
  GlobalUse,
  Listener,
  MessageChannel,
  NetworkRule,
  Obfuscation,
  Flow,
  StringConstant,
  UrlMention,
} from './facts.ts';

/** A script or page of the package that another one brings in. */
export interface Load {
  readonly from: string;
  /** Path as written: relative to `from` unless it starts with `/`. */
  readonly path: string;
  /** Whether it joins the loader's contexts or runs in one of its own. */
  readonly into:
    | 'same'
    | 'content-script'
    | 'injected'
    | 'user-script'
    | 'extension-page'
    | 'offscreen-page';
}

/** Facts that one script may add; a cut is reported as skipped. */
const factsPerScriptMax = 5_000;
/** Facts that one package may hold. */
const factsMax = 60_000;

const flowsMax = 2_000;

/** Gathers facts within bounds. */
export class Collector {
  readonly uses: GlobalUse[] = [];
  readonly endpoints: Endpoint[] = [];
  readonly dynamicCode: DynamicCode[] = [];
  readonly domSinks: DomSink[] = [];
  readonly messages: MessageChannel[] = [];
  readonly listeners: Listener[] = [];
  readonly obfuscation: Obfuscation[] = [];
  readonly networkRules: NetworkRule[] = [];
  readonly urls: UrlMention[] = [];
  readonly strings: StringConstant[] = [];
  readonly flows: Flow[] = [];
  readonly loads: Load[] = [];
  private inScript = 0;
  private total = 0;

  /** Adds a fact unless a bound is reached. */
  add<T>(list: T[], fact: T): void {
    if (this.isFull) return;
    this.inScript += 1;
    this.total += 1;
    list.push(fact);
  }

  /** Flows have a bound of their own: they are what a script full of other facts must not hide. */
  addFlow(flow: Flow): void {
    if (this.flows.length < flowsMax) this.flows.push(flow);
  }

  get isFull(): boolean {
    return this.inScript >= factsPerScriptMax || this.total >= factsMax;
  }

  startScript(): void {
    this.inScript = 0;
  }
}
