import type { Confidence, ContextKind, SinkKind, SourceKind } from '../../vocabulary.ts';
import type { Flow } from '../facts.ts';
import { directionOf } from './flow-vocabulary.ts';
import type { PartialFlow } from './partial-flow.ts';
import type { Way } from './ways.ts';

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
/** What users type or see in the extension's own pages, which is meant for it. */
const ownData: ReadonlySet<SourceKind> = new Set<SourceKind>([
  'clipboard',
  'form-input',
  'key-input',
  'page-content',
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
const pageContexts: ReadonlySet<ContextKind> = new Set<ContextKind>([
  'content-script',
  'injected',
  'user-script',
]);

/** The flow that a way is; undefined where it is how every program works. `most` is how sure it can be at best. */
export function joinedFlow(
  way: Way,
  kind: SinkKind,
  places: Places,
  most: Confidence = 'high',
): Flow | undefined {
  const first = way.parts[0];
  const last = way.parts.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const source = { ...first.source, kind: sourceKind(first, kind, places) };
  const isRecord = first.input?.isRecord === true && kind === 'extension-storage';
  const direction = isRecord ? 'exposure' : directionOf(source.kind, kind);
  if (direction === undefined || (way.parts.length > 1 && isOwnBusiness(way, kind, places)))
    return undefined;
  // Attributes of the extension's own pages are its own.
  if (first.input?.channel === 'page' && !isInPages(places.contextsOf(first.file)))
    return undefined;
  return {
    source,
    sink: { ...last.sink, kind },
    direction,
    confidence: confidenceOf(way, most),
    steps: way.parts.flatMap(({ steps }) => steps),
    ...(last.host !== undefined && { host: last.host }),
  };
}

/** What a content script reads of the page's own storage is the page's word where it gets at a privilege. */
function sourceKind(
  { source, input, file }: PartialFlow,
  sink: SinkKind,
  places: Places,
): SourceKind {
  const isOfPage =
    input?.channel === 'web-storage' && pageDriven.has(sink) && isInPages(places.contextsOf(file));
  return isOfPage ? 'page-event' : source.kind;
}

function isInPages(contexts: readonly ContextKind[]): boolean {
  return contexts.length > 0 && contexts.every((kind) => pageContexts.has(kind));
}

/** What is typed into the extension's own pages and kept by it. */
function isOwnBusiness({ parts }: Way, sink: SinkKind, places: Places): boolean {
  const { source, file } = parts[0]!;
  return (
    sink === 'extension-storage' &&
    ownData.has(source.kind) &&
    !places.contextsOf(file).some((kind) => pageContexts.has(kind))
  );
}

/**
 * Private data that a listener hands to whoever asks, without a look at the sender: a content script's messages
 * are those of the page once its renderer is taken over.
 * https://developer.chrome.com/docs/extensions/develop/concepts/messaging#content-scripts-are-less-trustworthy
 */
export function answersAnyone(
  { source, input, output, file }: PartialFlow,
  places: Places,
): boolean {
  const isPrivate = privateKinds.has(source.kind) || input?.isRecord === true;
  if (!places.hasContentScripts || !isPrivate) return false;
  if (output?.channel !== 'answer' && output?.channel !== 'port') return false;
  if (output.side !== 'listener' || output.isGuarded === true) return false;
  return places
    .contextsOf(file)
    .some((kind) => kind === 'service-worker' || kind === 'background-page');
}

/** As sure as the least sure part; less where a join is a guess, or a listener looked at who sent the message. */
function confidenceOf({ parts, isGuess }: Way, most: Confidence): Confidence {
  const levels = new Set([...parts.map(({ confidence }) => confidence), most]);
  const isGuarded = parts.some(({ input }) => input?.isGuarded === true);
  const { source, input } = parts[0]!;
  if (levels.has('low') || isGuarded || (source.kind === 'internal-message' && input !== undefined))
    return 'low';
  if (parts.length > 1 && isOfStore(parts[0]!)) return wasKept(parts) ? 'low' : 'medium';
  if (ownData.has(source.kind) && wasKept(parts)) return 'medium';
  return isGuess || levels.has('medium') ? 'medium' : 'high';
}

/** Whether the data is what the extension itself has stored. */
function isOfStore({ input }: PartialFlow): boolean {
  return input?.channel === 'storage' || input?.channel === 'web-storage';
}

/** Whether data was stored on its way, so that it is read whenever the extension likes. */
function wasKept(parts: readonly PartialFlow[]): boolean {
  return parts.slice(1).some(isOfStore);
}
