import type { CodeFact, Endpoint, Facts, Flow } from '../analyse/facts.ts';
import type { Evidence } from '../finding.ts';
import type { ContextKind, SinkKind, SourceKind } from '../vocabulary.ts';

export interface FlowFilter {
  readonly from: readonly SourceKind[];
  readonly to: readonly SinkKind[];
  /** Keeps flows whose source runs in one of these contexts; all flows when left out. */
  readonly sourceIn?: readonly ContextKind[];
  readonly where?: (flow: Flow) => boolean;
}

/** Evidence for each flow that matches: its source, with the way to the sink in the note. */
export function* flowEvidence(facts: Facts, filter: FlowFilter): Iterable<Evidence> {
  for (const flow of matchingFlows(facts, filter)) {
    const { file, line, column } = flow.source;
    yield { at: { file, line, column }, note: describeFlow(flow) };
  }
}

export function matchingFlows(facts: Facts, filter: FlowFilter): readonly Flow[] {
  return facts.flows.filter(
    (flow) =>
      filter.from.includes(flow.source.kind) &&
      filter.to.includes(flow.sink.kind) &&
      (filter.sourceIn === undefined || runsIn(facts, flow.source.file, filter.sourceIn)) &&
      (filter.where === undefined || filter.where(flow)) &&
      !answersFromPackage(facts, flow),
  );
}

/** Whether the script file runs in one of the contexts; dead code runs in none. */
export function runsIn(facts: Facts, file: string, contexts: readonly ContextKind[]): boolean {
  return facts.scripts.some(
    (script) => script.file === file && script.contexts.some((kind) => contexts.includes(kind)),
  );
}

/** Contexts that see the pages a user visits. */
export const webPageContexts: readonly ContextKind[] = [
  'content-script',
  'injected',
  'user-script',
];

/** Contexts without a window of their own, which run on when no page is open. */
export const backgroundContexts: readonly ContextKind[] = [
  'service-worker',
  'background-page',
  'offscreen-page',
];

/** Contexts with the extension's own privileges. */
export const extensionContexts: readonly ContextKind[] = [
  ...backgroundContexts,
  'extension-page',
  'devtools-page',
];

/**
 * Whether the answer is that of an XMLHttpRequest for a file of the package, as far as its neighbourhood tells: `open`
 * and the answer stand apart, and a flow begins at the answer.
 */
function answersFromPackage(facts: Facts, { source, steps }: Flow): boolean {
  if (source.kind !== 'network-response' || steps[0]?.what.startsWith('answer in') !== true) {
    return false;
  }
  const isHere = ({ at }: CodeFact): boolean =>
    at.file === source.file &&
    Math.abs(at.line - source.line) * lineWidth + Math.abs(at.column - source.column) < nearMax;
  const requests = facts.endpoints.filter((endpoint) => endpoint.via === 'xhr' && isHere(endpoint));
  const isOwn = ({ url }: Endpoint): boolean =>
    url.kind === 'string' && /^(?:\/[^/]|chrome-extension:)/u.test(url.text);
  if (requests.length > 0) return requests.every(isOwn);
  return ['chrome.runtime.getURL', 'chrome.extension.getURL'].some((path) =>
    facts.usesOf(path).some(isHere),
  );
}

/** In UTF-16 units, a line counted as `lineWidth`: about 12 lines, or as much of a minified one. */
const nearMax = 1_500;
const lineWidth = 120;

function describeFlow(flow: Flow): string {
  const receiver = flow.host === undefined ? '' : ` (${flow.host})`;
  const sink = `${flow.sink.kind}${receiver} at ${flow.sink.file}:${flow.sink.line}`;
  return `${flow.source.kind} reaches ${sink} in ${flow.steps.length} steps.`;
}
