import type { Node } from 'oxc-parser';
import { propertyNode } from '../../syntax/nodes.ts';
import type { Scope } from '../../syntax/scopes.ts';
import { none, source, whole } from '../vocabulary/origin.ts';
import type { Origin } from '../vocabulary/origin.ts';
import type { OriginTracer } from './origin-tracer.ts';
import { sourceTraits } from '../../facts/source-traits.ts';
import { label } from '../../facts/step-kinds.ts';

const injecting: ReadonlySet<string> = new Set([
  'chrome.scripting.executeScript',
  'chrome.tabs.executeScript',
]);

/** What an injected function gives back of a page, where it is more than what the page shows. */
export function traceInjected(
  tracer: OriginTracer,
  path: string,
  given: readonly Node[],
  scope: Scope,
): readonly Origin[] {
  if (!injecting.has(path)) return none;
  const { script } = tracer;
  for (const each of given.slice(0, 2)) {
    const { node, scope: at } = script.origin(each, scope);
    const injected = script.handler(propertyNode(node, 'func', 'function'), at);
    if (injected !== undefined)
      return tracer
        .traceReturns(injected, undefined, whole)
        .filter(({ kind }) => sourceTraits[kind].isNeverGivenAway);
    const code = script.fold(propertyNode(node, 'code'), at);
    if (code.kind === 'string' && /^[\s(]*document\.cookie\b/u.test(code.text))
      return [source('cookies', node, label('path', 'document.cookie'), at)];
  }
  return none;
}
