import type { Node } from 'oxc-parser';
import type { Collector } from '../collect/collector.ts';
import { waysTo } from './reached-from.ts';
import { exactText } from '../constants/fold-calls.ts';
import { keyName } from '../syntax/nodes.ts';
import type { Scope } from '../syntax/scopes.ts';
import type { Assignment, Call, ScriptReader } from '../values/script-reader.ts';

/** `link.href = address`, of links that the script does not make itself. */
export function readLinkChangeAssignment(
  write: Assignment,
  script: ScriptReader,
  facts: Collector,
): void {
  const { property, object, path, value, scope } = write;
  if (property !== 'href' || object === undefined || path !== undefined) return;
  if (script.createdElement(object, scope) !== undefined) return;
  facts.add(facts.linkChanges, {
    ...script.place(write),
    value: script.fold(value, scope),
    ...(holdsAddress(value, scope, script, 0) && { isWrapped: true as const }),
  });
}

const partsDepthMax = 6;

/** Whether the address of a link is a part of it: `'https://go.a.dev/?to=' + encodeURIComponent(link.href)`. */
function holdsAddress(node: Node, scope: Scope, script: ScriptReader, depth: number): boolean {
  if (depth > partsDepthMax) return false;
  const { node: part, scope: from } = script.origin(node, scope);
  const isSo = (each: Node): boolean => holdsAddress(each, from, script, depth + 1);
  switch (part.type) {
    case 'MemberExpression':
      return depth > 0 && keyName(part.property) === 'href';
    case 'BinaryExpression':
      return isSo(part.left) || isSo(part.right);
    case 'TemplateLiteral':
      return part.expressions.some(isSo);
    case 'CallExpression':
      return part.arguments.some(isSo);
    default:
      return false;
  }
}

/** `link.setAttribute('href', address)`, and `address.searchParams.set(name, value)` on the way to it. */
export function readLinkChangeCall(call: Call, script: ScriptReader, facts: Collector): void {
  const { method, object, scope, arguments: given } = call;
  const [first, second] = given;
  if (object === undefined || first === undefined || second === undefined) return;
  // Asked first: of most calls nothing further is to be known.
  const isAttribute = method === 'setAttribute' || method === 'attr';
  if (!isAttribute && method !== 'set' && method !== 'append') return;
  const name = exactText(script.fold(first, scope));
  if (name === undefined) return;
  const value = script.fold(second, scope);
  if (isAttribute) {
    if (name !== 'href' || script.createdElement(object, scope) !== undefined) return;
    facts.add(facts.linkChanges, { ...script.place(call), value });
    return;
  }
  const isOfAddress =
    (object.type === 'MemberExpression' &&
      script.resolver.keyOf(object, scope) === 'searchParams') ||
    isParameters(call, script);
  if (!isOfAddress) return;
  const isUnasked = waysTo(call).some((point) => point.function === undefined);
  facts.add(facts.linkChanges, {
    ...script.place(call),
    parameter: name,
    value,
    ...(isUnasked && { isUnasked }),
  });
}

/** `new URLSearchParams(…)`, also in a variable. */
function isParameters({ object, scope }: Call, script: ScriptReader): boolean {
  if (object === undefined) return false;
  const { node, scope: from } = script.origin(object, scope);
  return node.type === 'NewExpression' && script.pathOf(node.callee, from) === 'URLSearchParams';
}
