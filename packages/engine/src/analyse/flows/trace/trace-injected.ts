import type { Node } from 'oxc-parser';
import { bare, keyName, propertyNode } from '../../syntax/nodes.ts';
import type { FunctionInfo, Scope } from '../../syntax/scopes.ts';
import { firstOf, none, source, whole } from '../vocabulary/origin.ts';
import type { Origin } from '../vocabulary/origin.ts';
import type { OriginTracer } from './origin-tracer.ts';
import { sourceTraits } from '../../facts/source-traits.ts';
import { label } from '../../facts/step-kinds.ts';

const injecting: ReadonlySet<string> = new Set([
  'chrome.scripting.executeScript',
  'chrome.tabs.executeScript',
]);

/**
 * What an injected function gives back of a page, where it is more than what the page shows, or nothing; undefined where
 * that is all that is known.
 */
export function traceInjected(
  tracer: OriginTracer,
  path: string,
  args: readonly Node[],
  scope: Scope,
): readonly Origin[] | undefined {
  if (!injecting.has(path)) return undefined;
  const { script } = tracer;
  for (const each of args.slice(0, 2)) {
    const { node, scope: at } = script.origin(each, scope);
    const injected = script.handler(propertyNode(node, 'func', 'function'), at);
    if (injected !== undefined) {
      if (givesConstants(injected)) return none;
      const taken = tracer
        .traceReturns(injected, undefined, whole)
        .flatMap((origin) =>
          sourceTraits[origin.kind].isNeverGivenAway ? [origin] : ofPageStorage(origin),
        );
      return taken.length > 0 ? taken : undefined;
    }
    const code = script.fold(propertyNode(node, 'code'), at);
    if (code.kind === 'string' && /^[\s(]*document\.cookie\b/u.test(code.text))
      return [source('cookies', node, label('path', 'document.cookie'), at)];
  }
  return undefined;
}

/** Whether it gives back nothing but what is written out in it. */
function givesConstants({ returns, node }: FunctionInfo): boolean {
  return !node.async && returns.every((each) => each.node.type === 'Literal');
}

/** In a page, its `localStorage` is data of that page. */
function ofPageStorage({ kind, last }: Origin): readonly Origin[] {
  const { node, scope } = firstOf(last);
  const name = scope === undefined ? undefined : rootName(node);
  return kind === 'extension-storage' && name !== undefined && pageStorage.test(name)
    ? [source('page-content', node, label('path', name), scope)]
    : none;
}

const pageStorage = /^(?:local|session)Storage$/u;

/** The name that a chain of members and calls begins with, but for that of the window. */
function rootName(node: Node): string | undefined {
  let at = bare(node);
  let key: string | undefined;
  while (at.type === 'CallExpression' || at.type === 'MemberExpression') {
    if (at.type === 'MemberExpression') key = keyName(at.property);
    at = bare(at.type === 'CallExpression' ? at.callee : at.object);
  }
  const name = keyName(at);
  return name === 'window' || name === 'self' || name === 'globalThis' ? key : name;
}
