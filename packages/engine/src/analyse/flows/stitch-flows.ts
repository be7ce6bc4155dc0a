import type { Confidence, ContextKind, SinkKind, SourceKind } from '../../vocabulary.ts';
import type { Flow, Skipped } from '../facts.ts';
import type { Channel } from './border.ts';
import { joinEnds } from './border-joins.ts';
import type { Join } from './border-joins.ts';
import { directionOf } from './flow-vocabulary.ts';
import type { PartialFlow } from './partial-flow.ts';

/** Scripts that one flow may lead through, joins that are tried and flows that are made for one extension. */
const partsMax = 8;
const triesMax = 400_000;
const flowsMax = 600;

/** Where scripts run. */
export interface Places {
  contextsOf(file: string): readonly ContextKind[];
  /** Whether the extension runs scripts in web pages, which a broken renderer may speak for. */
  readonly hasContentScripts: boolean;
}

const privateKinds: ReadonlySet<SourceKind> = new Set<SourceKind>([
  'bookmarks',
  'cookies',
  'downloads',
  'history',
  'identity-token',
  'installed-extensions',
  'top-sites',
]);
/** Sinks that a page has no business with. */
const pageDriven: ReadonlySet<SinkKind> = new Set<SinkKind>([
  'bookmarks-write',
  'code-execution',
  'cookies-write',
  'dom-html',
  'download',
  'extension-storage',
  'history-write',
  'management',
  'script-injection',
]);
const backgroundContexts: ReadonlySet<ContextKind> = new Set<ContextKind>([
  'service-worker',
  'background-page',
]);

/** Whole flows of a package, and what was left out. */
export interface Stitched {
  readonly flows: readonly Flow[];
  readonly skipped: readonly Skipped[];
}

/**
 * Joins the partial flows of all scripts over the borders between them: each that starts at a real source is
 * followed until it ends in a sink. Partial flows of which no source is found are given as they are, unless
 * they mean nothing alone. Deterministic; bounded.
 */
export function stitchFlows(partials: readonly PartialFlow[], places: Places): Stitched {
  const stitcher = new Stitcher(partials, places);
  for (const partial of partials)
    if (partial.input === undefined && partial.output !== undefined) stitcher.follow(partial);
  for (const partial of partials) if (partial.input !== undefined) stitcher.addUnjoined(partial);
  return {
    flows: stitcher.flows,
    skipped: stitcher.isCut
      ? [{ what: 'flows between scripts', why: 'more ways between scripts than are followed' }]
      : [],
  };
}

class Stitcher {
  readonly flows: Flow[] = [];
  isCut = false;
  private readonly byChannel: ReadonlyMap<Channel, readonly PartialFlow[]>;
  private readonly places: Places;
  private readonly joined = new Set<PartialFlow>();
  private readonly seen = new Set<string>();
  private tries = 0;

  constructor(partials: readonly PartialFlow[], places: Places) {
    this.places = places;
    this.byChannel = Map.groupBy(
      partials.filter(({ input }) => input !== undefined),
      ({ input }) => input!.channel,
    );
  }

  /** Breadth first, so that the shortest way to each sink is the one that is shown. */
  follow(start: PartialFlow): void {
    const before = this.flows.length;
    const visited = new Set<PartialFlow>([start]);
    let ways: readonly Way[] = [{ parts: [start], isGuess: false }];
    for (let length = 1; ways.length > 0 && length < partsMax; length += 1) {
      const next: Way[] = [];
      for (const way of ways) {
        const last = way.parts.at(-1)!;
        for (const [part, join] of this.continuations(last)) {
          if (visited.has(part)) continue;
          visited.add(part);
          const isGuess = way.isGuess || (join === 'unknown' && !isChosen(start));
          const longer = { parts: [...way.parts, part], isGuess };
          if (part.output !== undefined) next.push(longer);
          if (part.sinkKind !== undefined) this.add(longer, part.sinkKind);
          else if (this.isLeftInPage(part)) this.add(longer, 'page-message', 'medium');
        }
      }
      ways = next;
    }
    if (this.flows.length === before && this.answersAnyone(start))
      this.add({ parts: [start], isGuess: false }, 'external-response', 'low');
  }

  /** Data of another context that a content script leaves where the page sees it. */
  private isLeftInPage({ output, file }: PartialFlow): boolean {
    return output?.channel === 'page' && this.places.contextsOf(file).includes('content-script');
  }

  /**
   * Private data that a listener hands to whoever asks, without a look at the sender: a content script's messages
   * are those of the page once its renderer is taken over.
   * https://developer.chrome.com/docs/extensions/develop/concepts/messaging#content-scripts-are-less-trustworthy
   */
  private answersAnyone({ source, input, output, file }: PartialFlow): boolean {
    const isPrivate = privateKinds.has(source.kind) || input?.isRecord === true;
    if (!this.places.hasContentScripts || !isPrivate) return false;
    if (output?.channel !== 'answer' && output?.channel !== 'port') return false;
    if (output.side !== 'listener' || output.isGuarded === true) return false;
    return this.places.contextsOf(file).some((kind) => backgroundContexts.has(kind));
  }

  /** A flow whose source is only known to be another script, or what is stored. */
  addUnjoined(partial: PartialFlow): void {
    const { source, sinkKind, input, isSilent } = partial;
    if (isSilent) return;
    if (sinkKind === undefined) {
      if (input?.isRecord === true) this.addRecord(partial);
      else if (input?.channel === 'web-storage') this.follow(partial);
      return;
    }
    const isInternal = source.kind === 'internal-message';
    if (isInternal && (this.joined.has(partial) || input?.isGuarded === true)) return;
    // What is stored was put there by the extension, as far as is known; only content scripts could do otherwise.
    const isOwn =
      input?.isRecord === true || (input?.channel === 'storage' && sinkKind === 'dom-html');
    this.add({ parts: [partial], isGuess: isInternal }, sinkKind, isOwn ? 'low' : 'high');
  }

  /** A record of the extension's own database that is handed, or left, to content scripts. */
  private addRecord(partial: PartialFlow): void {
    const way = { parts: [partial], isGuess: false };
    if (this.answersAnyone(partial)) this.add(way, 'external-response', 'low');
    else if (partial.output?.channel === 'storage' && this.places.hasContentScripts)
      this.add(way, 'extension-storage', 'low');
  }

  private *continuations(last: PartialFlow): Generator<readonly [PartialFlow, Join]> {
    if (last.output === undefined) return;
    const from = { end: last.output, contexts: this.places.contextsOf(last.file) };
    for (const part of this.byChannel.get(last.output.channel) ?? []) {
      this.tries += 1;
      if (this.tries > triesMax) {
        this.isCut = true;
        return;
      }
      const join = joinEnds(from, {
        end: part.input!,
        contexts: this.places.contextsOf(part.file),
      });
      if (join !== 'no') yield [part, join];
    }
  }

  /** What a content script reads of the page's own storage is the page's word where it gets at a privilege. */
  private sourceOf({ source, input, file }: PartialFlow, sink: SinkKind): PartialFlow['source'] {
    const isOfPage =
      input?.channel === 'web-storage' &&
      pageDriven.has(sink) &&
      this.places.contextsOf(file).every((kind) => kind === 'content-script');
    return isOfPage ? { ...source, kind: 'page-event' } : source;
  }

  private add({ parts, isGuess }: Way, kind: SinkKind, most: Confidence = 'high'): void {
    const [first] = parts;
    const last = parts.at(-1);
    if (first === undefined || last === undefined) return;
    const source = this.sourceOf(first, kind);
    const { sink } = last;
    const direction =
      first.input?.isRecord === true && kind === 'extension-storage'
        ? 'exposure'
        : directionOf(source.kind, kind);
    if (direction === undefined) return;
    if (parts.length > 1) this.joined.add(last);
    const key = `${source.kind} ${source.file} ${source.line} ${source.column} ${kind} ${sink.file} ${sink.line} ${sink.column}`;
    if (this.seen.has(key)) return;
    if (this.flows.length >= flowsMax) {
      this.isCut = true;
      return;
    }
    this.seen.add(key);
    this.flows.push({
      source,
      sink: { ...sink, kind },
      direction,
      confidence: confidenceOf(parts, isGuess, most),
      steps: parts.flatMap(({ steps }) => steps),
      ...(last.host !== undefined && { host: last.host }),
    });
  }
}

interface Way {
  readonly parts: readonly PartialFlow[];
  readonly isGuess: boolean;
}

/** Whether who made the data also makes whatever else is asked of the messages that carry it. */
function isChosen({ source: { kind } }: PartialFlow): boolean {
  return kind === 'page-message' || kind === 'page-event' || kind === 'external-message';
}

/** As sure as the least sure part; less where a join is a guess, or a listener looked at who sent the message. */
function confidenceOf(
  parts: readonly PartialFlow[],
  isGuess: boolean,
  most: Confidence,
): Confidence {
  const levels = new Set([...parts.map(({ confidence }) => confidence), most]);
  const isGuarded = parts.some(({ input }) => input?.isGuarded === true);
  if (levels.has('low') || isGuarded || (parts.length === 1 && isGuess)) return 'low';
  return isGuess || levels.has('medium') ? 'medium' : 'high';
}
