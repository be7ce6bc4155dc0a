import { visitorKeys } from 'oxc-parser';
import type { Node } from 'oxc-parser';
import type { Collector } from './collector.ts';
import { isJquery } from './dom-sinks.ts';
import type { PageChange } from './facts.ts';
import { exactText } from './fold-calls.ts';
import { functionsOf, waysTo } from './reached-from.ts';
import type { Located, Scope } from './scopes.ts';
import type { Assignment, Call, ScriptReader } from './script-reader.ts';
import { isFunction, keyName } from './walk.ts';

const nodesMax = 300;
const hopsMax = 3;
/** Calls that one function is handed to and that are looked at. */
const callsMax = 20;

/** `element.setAttribute('onclick', code)` and jQuery's `attr`, of elements that are looked up and not made. */
export function readPageChangeCall(call: Call, script: ScriptReader, facts: Collector): void {
  const { method, object, arguments: given, scope } = call;
  const [name, code] = given;
  if (
    (method !== 'setAttribute' && method !== 'attr') ||
    object === undefined ||
    code === undefined
  )
    return;
  if (!/^on[a-z]{3,20}$/i.test(exactText(script.fold(name, scope)) ?? '')) return;
  const isOfPage =
    method === 'attr' ? isSelected(object, scope, script) : isFound(object, scope, script);
  if (isOfPage) add('event-handler', code, call, script, facts);
}

/** `video.currentTime = …` and the like. */
export function readPageChangeWrite(
  write: Assignment,
  script: ScriptReader,
  facts: Collector,
): void {
  const { property, object, value, scope } = write;
  if (property === undefined || object === undefined || !ofMedia.has(property)) return;
  if (isFound(object, scope, script)) add('media', value, write, script, facts);
}

const ofMedia: ReadonlySet<string> = new Set(['currentTime', 'playbackRate', 'volume']);

function add(
  kind: PageChange['kind'],
  value: Node,
  at: Call | Assignment,
  script: ScriptReader,
  facts: Collector,
): void {
  facts.add(facts.pageChanges, {
    ...script.place(at),
    kind,
    value: script.fold(value, at.scope),
    isRandom: isRandom({ node: value, scope: at.scope }, script),
    reachedFrom: functionsOf(waysTo(at)),
  });
}

/** `$('#id')`, and not `$('<p>')`. */
function isSelected(object: Node, scope: Scope, script: ScriptReader): boolean {
  const { node, scope: from } = script.origin(object, scope);
  if (node.type !== 'CallExpression' || !isJquery(node)) return false;
  if (node.callee.type === 'MemberExpression') return isSelected(node.callee.object, from, script);
  const selector = script.fold(node.arguments[0], from);
  return selector.kind === 'string' && /^[^<\s]/.test(selector.text);
}

/** What a lookup in a document gives, one of it, and what a loop over it or its `forEach` hands over. */
function isFound(object: Node, scope: Scope, script: ScriptReader, hops = 0): boolean {
  const { node, scope: from } = script.origin(object, scope);
  if (hops > hopsMax) return false;
  if (node.type === 'CallExpression') {
    const { callee } = node;
    return callee.type === 'MemberExpression' && lookups.test(keyName(callee.property) ?? '');
  }
  if (node.type === 'MemberExpression')
    return node.computed && isFound(node.object, from, script, hops + 1);
  const binding = script.bindingOf(node, from);
  const parameter = binding?.parameter;
  if (parameter?.index === 0) {
    return parameter.of.passedTo.slice(0, callsMax).some(({ call }) => {
      const { callee } = call.node as Node & { type: 'CallExpression' };
      return (
        callee.type === 'MemberExpression' &&
        keyName(callee.property) === 'forEach' &&
        isFound(callee.object, call.scope, script, hops + 1)
      );
    });
  }
  const [write] = binding?.writes ?? [];
  return write?.kind === 'element' && isFound(write.node, write.scope, script, hops + 1);
}

const lookups = /^(?:getElementById|getElementsBy\w+|querySelector(?:All)?)$/;

/** Whether `Math.random` has a part in the value. */
function isRandom(value: Located, script: ScriptReader): boolean {
  const waiting: Located[] = [value];
  const seen = new Set<Node>();
  for (let count = 0; count < nodesMax; count += 1) {
    const next = waiting.pop();
    if (next === undefined) return false;
    const { node, scope } = next;
    if (node.type === 'CallExpression' && script.pathOf(node.callee, scope) === 'Math.random')
      return true;
    if (node.type === 'Identifier') {
      const made = script.origin(node, scope);
      if (!seen.has(made.node)) waiting.push(made);
      seen.add(made.node);
    } else if (!isFunction(node)) {
      for (const child of childrenOf(node)) waiting.push({ node: child, scope });
    }
  }
  return false;
}

function childrenOf(node: Node): readonly Node[] {
  const children = node as unknown as Readonly<Record<string, Node | readonly Node[] | null>>;
  return (visitorKeys[node.type] ?? []).flatMap((key) => children[key] ?? []).filter(isNode);
}

function isNode(node: Node | null): node is Node {
  return node !== null;
}
