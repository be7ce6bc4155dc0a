import type { Node } from 'oxc-parser';
import type { Collector } from './collector.ts';
import { readDomSinkAssignment, readDomSinkCall } from './dom-sinks.ts';
import {
  readDynamicCodeAssignment,
  readDynamicCodeCall,
  readDynamicImport,
} from './dynamic-code.ts';
import { readDynamicRules } from './dynamic-rules.ts';
import { EndpointReader } from './endpoints.ts';
import { FlowReader } from './flows.ts';
import { readListenerAssignment, readListenerCall } from './listeners.ts';
import { readLoadsOfCall, readLoadsOfAssignment, readStaticImports } from './loads.ts';
import { readMessageAssignment, readMessageCall } from './messages.ts';
import { ObfuscationReader } from './obfuscation.ts';
import type { StringConstant } from './facts.ts';
import type { CallSite, Located, Scope } from './scopes.ts';
import type { Text } from './walk.ts';
import type { Assignment, Call, ScriptReader } from './script-reader.ts';
import { hostOfText, isReservedHost } from './url-host.ts';
import { addCallUse, addReadUse, addWriteUse } from './uses.ts';
import { isFunction, keyName } from './walk.ts';

/** Methods that mean something on whatever object they are called. */
const methodsOfInterest: ReadonlySet<string> = new Set(
  (
    'addEventListener addListener after ajax append appendChild apply before bind call constructor createContextualFragment ' +
    'delegate delete get getJSON getScript html insertAdjacentHTML join on one open patch post postMessage prepend push put ' +
    'replaceWith request send setAttribute split dispatchEvent blur change click contextmenu copy cut dblclick focus focusin focusout input ' +
    'keydown keypress keyup mousedown mousemove mouseup paste scroll select submit'
  ).split(' '),
);

/** Lists of addresses are data; what is contacted is among the endpoints. */
const urlsPerScriptMax = 2_000;
const textsPerScriptMax = 50_000;
const textLengthMax = 300;

/** Everything that one script says, into the collector. Works through the sites of its walk; the walk is not repeated. */
export function readScript(script: ScriptReader, facts: Collector): void {
  const { sites } = script.walked;
  linkSites(script);
  const endpoints = new EndpointReader(script, facts);
  const obfuscation = new ObfuscationReader(script, facts);
  const flows = new FlowReader(script, facts);
  for (const site of sites) {
    if (facts.isFull) break;
    const { node, scope } = site;
    switch (node.type) {
      case 'CallExpression':
      case 'NewExpression': {
        const call = readCall(node, site, script);
        if (call === undefined) break;
        addCallUse(call, script, facts);
        endpoints.readCall(call);
        readDynamicCodeCall(call, script, facts);
        readDomSinkCall(call, script, facts);
        readMessageCall(call, script, facts);
        readListenerCall(call, script, facts);
        readLoadsOfCall(call, script, facts);
        obfuscation.readCall(call);
        flows.readCall(call);
        readDynamicRules(call, script, facts);
        break;
      }
      case 'AssignmentExpression': {
        const write = readAssignment(node, site, script);
        addWriteUse(write, script, facts);
        endpoints.readAssignment(write);
        readDynamicCodeAssignment(write, script, facts);
        readDomSinkAssignment(write, script, facts);
        readMessageAssignment(write, script, facts);
        readListenerAssignment(write, script, facts);
        readLoadsOfAssignment(write, script, facts);
        flows.readAssignment(write);
        break;
      }
      case 'ImportExpression': {
        const call: Call = {
          node,
          scope,
          path: 'import',
          method: undefined,
          object: undefined,
          arguments: [node.source],
          isConstruction: false,
        };
        readDynamicImport(site, script, facts);
        readLoadsOfCall(call, script, facts);
        flows.readCall(call);
        break;
      }
      case 'DebuggerStatement':
        facts.add(facts.uses, {
          ...script.place(site),
          path: 'debugger',
          access: 'read',
          arguments: [],
        });
        break;
      default: {
        const path = script.pathOf(node, scope);
        if (path !== undefined) addReadUse(site, path, script, facts);
      }
    }
  }
  flows.finish();
  obfuscation.finish();
  readStaticImports(script, facts);
  addTexts(script, facts);
}

/** Ties calls to the local functions they call or hand on, and assigned members to their objects. */
function linkSites({ walked: { sites }, resolver }: ScriptReader): void {
  for (const { node, scope } of sites) {
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
      const { left } = node;
      if (left.object.type !== 'Identifier') continue;
      const binding = scope.lookup(left.object.name);
      if (binding === undefined) continue;
      const key = left.computed
        ? keyName(left.property.type === 'Literal' ? left.property : left)
        : keyName(left.property);
      (binding.propertyWrites ??= []).push({
        key,
        node: node.operator === '=' ? node.right : node,
        scope,
      });
    }
  }
  for (const { node, scope } of sites) {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue;
    linkCall({ node, scope, arguments: node.arguments }, node.callee, resolver);
  }
}

/** Methods that put their arguments into what they are called on. */
const fillingMethods: ReadonlySet<string> = new Set('add append push set unshift'.split(' '));
/** Options of request libraries that are called with the answer. */
const answerOptions: ReadonlySet<string> = new Set('complete done load onload success'.split(' '));

function linkCall(call: CallSite, callee: Node, resolver: ScriptReader['resolver']): void {
  const { scope } = call;
  if (!isFunction(callee)) {
    const named = resolver.functionNamed(callee, scope);
    if (named !== undefined) named.calls.push(call);
    else if (callee.type === 'Identifier') {
      const binding = scope.lookup(callee.name);
      if (binding?.parameter !== undefined) (binding.calls ??= []).push(call);
    } else if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier') {
      const binding = fillingMethods.has(keyName(callee.property) ?? '')
        ? scope.lookup(callee.object.name)
        : undefined;
      for (const argument of binding === undefined ? [] : call.arguments.slice(-2)) {
        if (!isFunction(argument))
          (binding!.propertyWrites ??= []).push({ key: undefined, node: argument, scope });
      }
    }
  }
  for (const [index, argument] of call.arguments.entries()) {
    if (argument.type === 'Identifier')
      resolver.functionNamed(argument, scope)?.passedTo.push({ call, index });
    else if (argument.type === 'ObjectExpression') {
      for (const entry of argument.properties) {
        if (entry.type !== 'Property' || !isFunction(entry.value)) continue;
        if (answerOptions.has(keyName(entry.key) ?? ''))
          resolver.functionNamed(entry.value, scope)?.passedTo.push({ call, index: 0 });
      }
    }
  }
}

/** Undefined where neither the path nor the method can matter, which is most calls. */
function readCall(
  node: Node & { type: 'CallExpression' | 'NewExpression' },
  { scope }: Located,
  script: ScriptReader,
): Call | undefined {
  const { callee, arguments: given } = node;
  const isConstruction = node.type === 'NewExpression';
  const inner = callee.type === 'ChainExpression' ? callee.expression : callee;
  const path = script.pathOf(inner, scope);
  if (inner.type !== 'MemberExpression') {
    return {
      node,
      scope,
      path,
      method: undefined,
      object: undefined,
      arguments: given,
      isConstruction,
    };
  }
  const method = script.resolver.keyOf(inner, scope);
  if (path === undefined && (method === undefined || !methodsOfInterest.has(method)))
    return undefined;
  const { object } = inner;
  if (path !== undefined && (method === 'call' || method === 'apply')) {
    return { ...passedOn(object, given, method, scope, script), node, scope, isConstruction };
  }
  return { node, scope, path, method, object, arguments: given, isConstruction };
}

/** `f.call(x, a, b)` and `f.apply(x, [a, b])` as `f(a, b)`. */
function passedOn(
  target: Node,
  given: readonly Node[],
  how: 'call' | 'apply',
  scope: Located['scope'],
  script: ScriptReader,
): Pick<Call, 'path' | 'method' | 'object' | 'arguments'> {
  const list = given[1];
  const items =
    list?.type === 'ArrayExpression' ? list.elements.filter((element) => element !== null) : [];
  const isMember = target.type === 'MemberExpression';
  return {
    path: script.pathOf(target, scope),
    method: isMember ? script.resolver.keyOf(target, scope) : undefined,
    object: isMember ? target.object : undefined,
    arguments:
      how === 'call' ? given.slice(1) : items.length > 0 || list === undefined ? items : [list],
  };
}

function readAssignment(
  node: Node & { type: 'AssignmentExpression' },
  { scope }: Located,
  script: ScriptReader,
): Assignment {
  const { left, right } = node;
  if (left.type !== 'MemberExpression') {
    return {
      node,
      scope,
      path: script.pathOf(left, scope),
      property: undefined,
      object: undefined,
      value: right,
    };
  }
  return {
    node,
    scope,
    path: script.pathOf(left, scope),
    property: script.resolver.keyOf(left, scope),
    object: left.object,
    value: right,
  };
}

function addTexts(script: ScriptReader, facts: Collector): void {
  let urls = 0;
  for (const text of script.walked.texts.slice(0, textsPerScriptMax)) {
    facts.strings.push(new PlacedText(text, script));
    if (!text.text.includes('://')) continue;
    const url = /^\s*((?:https?|wss?|ftp):\/\/[^\s"'<>`]{3,500})/i.exec(
      text.text.slice(0, 1_000),
    )?.[1];
    const host = url === undefined ? undefined : hostOfText(url, true);
    if (url === undefined || host === undefined || isReservedHost(host)) continue;
    if (urls >= urlsPerScriptMax) continue;
    urls += 1;
    facts.urls.push({ at: script.at(text.start), url, host });
  }
}

/** Strings are many and few are asked about: their places are worked out when they are. */
class PlacedText implements StringConstant {
  readonly text: string;
  readonly #start: number;
  readonly #scope: Scope;
  readonly #script: ScriptReader;

  constructor({ text, start, scope }: Text, script: ScriptReader) {
    this.text = text.length > textLengthMax ? text.slice(0, textLengthMax) : text;
    this.#start = start;
    this.#scope = scope;
    this.#script = script;
  }

  get at(): StringConstant['at'] {
    return this.#script.at(this.#start);
  }

  get within(): readonly number[] {
    return this.#scope.within();
  }
}
