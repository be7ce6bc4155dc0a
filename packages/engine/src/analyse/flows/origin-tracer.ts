// Tracing follows every kind of expression in one switch and every way into a parameter in another: one file.
import type { Node } from 'oxc-parser';
import type { SourceKind } from '../../vocabulary.ts';
import { exactText } from '../fold-calls.ts';
import { sourceCalls, sourceEvents, sourcePaths } from './flow-vocabulary.ts';
import type { Binding, CallSite, FunctionInfo, Located, Scope } from '../scopes.ts';
import { propertyNode } from '../script-reader.ts';
import type { ScriptReader } from '../script-reader.ts';
import { RequestAddresses, type AnswerSource } from './request-addresses.ts';
import { isFunction, keyName } from '../walk.ts';

/** Where data comes from, with the way it took so far, last step first. */
export interface Origin {
  readonly kind: SourceKind;
  readonly node: Node;
  readonly last: Step;
  /** Whether the way leads through a call that is not known, which may drop the data. */
  readonly isGuess: boolean;
}

export interface Step {
  readonly node: Node;
  readonly what: string;
  readonly previous: Step | undefined;
  readonly length: number;
}

const depthMax = 80;
/** Expressions that are looked at for one script. */
const tracesMax = 150_000;
const originsMax = 8;
const stepsMax = 20;
const none: readonly Origin[] = [];

/** Properties that say something about data and hold none of it. */
const metadata: ReadonlySet<string> = new Set(
  'length id tabId windowId index active status statusText ok origin source ports sender type name tagName'.split(
    ' ',
  ),
);
const iterating: ReadonlySet<string> = new Set(
  'every filter find flatMap forEach map reduce some sort'.split(' '),
);
const keyProperties: ReadonlySet<string> = new Set('charCode code key keyCode which'.split(' '));
const textProperties: ReadonlySet<string> = new Set(
  'innerHTML innerText outerHTML textContent'.split(' '),
);
const selectors: ReadonlySet<string> = new Set(
  'closest getElementById getElementsByClassName getElementsByName getElementsByTagName querySelector querySelectorAll'.split(
    ' ',
  ),
);
const requestLibraries: ReadonlySet<string> = new Set(['$', 'jQuery', 'axios', 'ky', 'superagent']);
/** Events that browsers make; others are made by a page's or extension's own code. */
const browserEvent =
  /^(?:abort|animation\w*|before\w+|blur|cancel|change|click|close|contextmenu|copy|cut|dblclick|DOMContentLoaded|drag\w*|drop|ended|error|focus\w*|fullscreenchange|hashchange|input|key\w+|load\w*|message|mouse\w+|online|offline|open|page\w+|paste|play\w*|pointer\w+|popstate|progress|readystatechange|reset|resize|scroll\w*|select\w*|storage|submit|time\w*|toggle|touch\w+|transition\w*|unload|visibilitychange|wheel)$/;

/** Asks backwards, from a value to the sources that may have made it; flow-insensitive, within one script. */
export class OriginTracer {
  private readonly script: ScriptReader;
  private readonly ofBinding = new Map<Binding, readonly Origin[]>();
  private readonly addresses: RequestAddresses;
  private traces = 0;
  private depth = 0;

  constructor(script: ScriptReader) {
    this.script = script;
    this.addresses = new RequestAddresses(script);
  }

  /** To be told of every `request.open(method, url)` before the first question. */
  readOpen(request: Node, url: Node, scope: Scope): void {
    this.addresses.readOpen(request, url, scope);
  }

  trace(node: Node | null | undefined, scope: Scope): readonly Origin[] {
    this.traces += 1;
    if (node === null || node === undefined || this.depth > depthMax || this.traces > tracesMax)
      return none;
    this.depth += 1;
    const origins = this.traceNode(node, scope);
    this.depth -= 1;
    return origins;
  }

  private traceNode(node: Node, scope: Scope): readonly Origin[] {
    switch (node.type) {
      case 'Identifier': {
        const binding = scope.lookup(node.name);
        return binding === undefined ? none : this.traceBinding(binding);
      }
      case 'MemberExpression':
        return this.traceMember(node, scope);
      case 'CallExpression':
        return this.traceCall(node, scope);
      case 'NewExpression':
        return this.traceConstruction(node, scope);
      case 'AwaitExpression':
      case 'SpreadElement':
      case 'YieldExpression':
        return this.trace(node.argument, scope);
      case 'ChainExpression':
        return this.trace(node.expression, scope);
      case 'SequenceExpression':
        return this.trace(node.expressions.at(-1), scope);
      case 'AssignmentExpression':
        return this.trace(node.right, scope);
      case 'ConditionalExpression':
        return this.union([node.consequent, node.alternate], scope);
      case 'LogicalExpression':
        return this.union([node.left, node.right], scope);
      case 'BinaryExpression': {
        if (node.operator !== '+') return none;
        const parts: Node[] = [];
        let left: Node = node;
        for (; left.type === 'BinaryExpression'; left = left.left) parts.push(left.right);
        return this.union([left, ...parts], scope);
      }
      case 'TemplateLiteral':
        return this.union(node.expressions, scope);
      case 'ArrayExpression':
        return this.union(node.elements.slice(0, 200), scope);
      case 'ObjectExpression':
        return this.union(
          node.properties
            .slice(0, 200)
            .map((entry) => (entry.type === 'Property' ? entry.value : entry)),
          scope,
        );
      default:
        return none;
    }
  }

  private union(nodes: readonly (Node | null)[], scope: Scope): readonly Origin[] {
    let all: readonly Origin[] = none;
    for (const node of nodes) all = merged(all, this.trace(node, scope));
    return all;
  }

  private traceBinding(binding: Binding): readonly Origin[] {
    const known = this.ofBinding.get(binding);
    if (known !== undefined) return known;
    // Stands while the answer is worked out, so that circles end.
    this.ofBinding.set(binding, none);
    let all: readonly Origin[] = none;
    for (const { node, scope } of binding.writes.slice(0, 30))
      all = merged(all, this.trace(node, scope));
    for (const { node, scope } of (binding.propertyWrites ?? []).slice(0, 60)) {
      all = merged(all, this.trace(node, scope));
    }
    if (binding.parameter !== undefined) all = merged(all, this.traceParameter(binding));
    const named = all.map((origin) =>
      withStep(
        origin,
        binding.writes[0]?.node ?? origin.node,
        `held in ${binding.name.slice(0, 40)}`,
      ),
    );
    this.ofBinding.set(binding, named);
    return named;
  }

  private traceMember(node: Node & { type: 'MemberExpression' }, scope: Scope): readonly Origin[] {
    const path = this.script.pathOf(node, scope);
    if (path !== undefined) {
      for (const [known, kind] of sourcePaths) {
        if (path === known || path.startsWith(`${known}.`)) return [source(kind, node, path)];
      }
      if (!path.includes('.')) return none;
    }
    const key = this.script.resolver.keyOf(node, scope);
    const { object } = node;
    if (key === 'response' || key === 'responseText' || key === 'responseXML') {
      if (object.type === 'ThisExpression' || this.isRequest(object, scope)) {
        return [answerSource(this.addresses.ofAnswer(object, scope), node, `answer in ${key}`)];
      }
    }
    const event = this.eventRead(node, key, scope);
    if (event !== undefined) return event;
    if (key === 'value' && this.isField(object, scope))
      return [source('form-input', node, 'value of a field')];
    if (key !== undefined && textProperties.has(key) && this.isField(object, scope)) {
      return [source('page-content', node, `${key} of an element`)];
    }
    if (key !== undefined && metadata.has(key)) return none;
    if (object.type === 'ThisExpression') {
      let all: readonly Origin[] = none;
      for (const { node: given, scope: from } of this.script.resolver
        .thisValues(node)
        .slice(0, 6)) {
        all = merged(all, this.trace(given, from));
      }
      return guessed(all);
    }
    // A property of an object literal is told apart from its others.
    if (object.type === 'Identifier' && key !== undefined) {
      const binding = scope.lookup(object.name);
      const [write] = binding?.writes ?? [];
      if (
        binding?.propertyWrites === undefined &&
        binding?.writes.length === 1 &&
        binding.parameter === undefined
      ) {
        const value = write?.keys.length === 0 ? propertyNode(write.node, key) : undefined;
        if (value !== undefined && write !== undefined) return this.trace(value, write.scope);
      }
    }
    return this.trace(object, scope);
  }

  /** What is read from the event of a DOM listener: `event.key`, `event.data`, `event.target.value`, `event.detail`. */
  private eventRead(
    node: Node & { type: 'MemberExpression' },
    key: string | undefined,
    scope: Scope,
  ): readonly Origin[] | undefined {
    let { object } = node;
    let isTarget = false;
    if (object.type === 'MemberExpression') {
      const inner = this.script.resolver.keyOf(object, scope);
      if (inner !== 'target' && inner !== 'currentTarget' && inner !== 'srcElement')
        return undefined;
      isTarget = true;
      ({ object } = object);
    }
    const binding = object.type === 'Identifier' ? scope.lookup(object.name) : undefined;
    if (binding?.parameter?.index !== 0 || key === undefined) return undefined;
    for (const name of this.eventsOf(binding.parameter.of)) {
      if (isTarget && key === 'value')
        return [source('form-input', node, `value of a field on ${name}`)];
      if (!isTarget && name.startsWith('key') && keyProperties.has(key)) {
        return [source('key-input', node, `${key} of ${name}`)];
      }
      if (!isTarget && key === 'clipboardData')
        return [source('clipboard', node, `clipboard on ${name}`)];
      if (!isTarget && key === 'detail' && !browserEvent.test(name)) {
        return [source('page-event', node, `detail of event ${name.slice(0, 40)}`)];
      }
    }
    return undefined;
  }

  /** Names of the DOM events that a function is a listener of. */
  private *eventsOf(handler: FunctionInfo): Generator<string> {
    for (const { call, index } of handler.passedTo) {
      if (call.node.type !== 'CallExpression' || call.node.callee.type !== 'MemberExpression') {
        if (
          call.node.type === 'CallExpression' &&
          this.script.pathOf(call.node.callee, call.scope) === 'addEventListener'
        ) {
          yield exactText(this.script.fold(call.arguments[0], call.scope)) ?? '';
        }
        continue;
      }
      const method = this.script.resolver.keyOf(call.node.callee, call.scope);
      if (method === 'addEventListener' || method === 'on' || method === 'bind') {
        yield exactText(this.script.fold(call.arguments[0], call.scope)) ?? '';
      } else if (index === 0 && method !== undefined && browserEvent.test(method)) yield method;
    }
    for (const { node } of handler.assignedTo) {
      const name =
        node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression'
          ? keyName(node.left.property)
          : undefined;
      if (name?.startsWith('on') === true) yield name.slice(2);
    }
  }

  private traceCall(node: Node & { type: 'CallExpression' }, scope: Scope): readonly Origin[] {
    const { callee, arguments: given } = node;
    const path = this.script.pathOf(callee, scope);
    const kind = path === undefined ? undefined : sourceCalls.get(path);
    if (path !== undefined && kind !== undefined) {
      return path === 'fetch'
        ? [answerSource(this.addresses.ofFetch(given[0], scope), node, 'fetch()')]
        : [source(kind, node, `${path}()`)];
    }
    if (path === 'getSelection') return [source('page-content', node, 'the selection')];
    const named = this.script.resolver.functionNamed(callee, scope);
    if (named !== undefined) {
      let all: readonly Origin[] = none;
      for (const result of named.returns.slice(0, 20))
        all = merged(all, this.trace(result.node, result.scope));
      return all;
    }
    if (callee.type !== 'MemberExpression') return guessed(this.union(given, scope));
    const method = this.script.resolver.keyOf(callee, scope);
    if (method === 'then' || method === 'catch' || method === 'finally')
      return this.traceThen(callee.object, method, given[0], scope);
    if (isRequestCall(callee.object, method))
      return [answerSource(this.addresses.ofFetch(given[0], scope), node, `answer to ${method}()`)];
    if (method !== undefined && selectors.has(method)) return none;
    const isKnown =
      path !== undefined ||
      method === undefined ||
      /^(?:stringify|parse|to\w+|slice|trim|split|join|concat|replace|json|text|blob|arrayBuffer|decode|encode)$/.test(
        method,
      );
    const all = merged(
      this.trace(callee.object, scope),
      this.union(
        given.filter((each) => !isFunction(each)),
        scope,
      ),
    );
    return isKnown ? all : guessed(all);
  }

  /** The value of `promise.then(f)`: what `f` returns. */
  private traceThen(
    promise: Node,
    method: string,
    callback: Node | undefined,
    scope: Scope,
  ): readonly Origin[] {
    const handler = method === 'then' ? this.script.handler(callback, scope) : undefined;
    if (handler === undefined) return this.trace(promise, scope);
    let all: readonly Origin[] = none;
    for (const result of handler.returns.slice(0, 20))
      all = merged(all, this.trace(result.node, result.scope));
    return all;
  }

  private traceConstruction(
    node: Node & { type: 'NewExpression' },
    scope: Scope,
  ): readonly Origin[] {
    const path = this.script.pathOf(node.callee, scope);
    const [first] = node.arguments;
    if (path === 'FormData' && first !== undefined)
      return [source('form-input', node, 'fields of a form')];
    if (path === 'XMLHttpRequest') return none;
    if (path === 'Promise') {
      const executor = this.script.handler(first, scope);
      const resolve = executor?.node.params[0];
      const binding =
        resolve?.type === 'Identifier' ? executor?.scope.names?.get(resolve.name) : undefined;
      let all: readonly Origin[] = none;
      for (const call of binding?.calls ?? [])
        all = merged(all, this.trace(call.arguments[0], call.scope));
      return all;
    }
    return this.union(
      node.arguments.filter((each) => !isFunction(each)),
      scope,
    );
  }

  /** What may arrive in a parameter: arguments of calls, and what callers of callbacks hand over. */
  private traceParameter(binding: Binding): readonly Origin[] {
    const { of: owner, index } = binding.parameter!;
    let all: readonly Origin[] = none;
    for (const call of owner.calls.slice(0, 30))
      all = merged(all, this.trace(call.arguments[index], call.scope));
    for (const { call, index: position } of owner.passedTo.slice(0, 10)) {
      all = merged(all, this.traceCallback(call, position, index, binding));
    }
    for (const { node, scope } of owner.assignedTo) {
      if (
        index === 0 &&
        node.type === 'AssignmentExpression' &&
        node.left.type === 'MemberExpression' &&
        keyName(node.left.property) === 'onmessage'
      ) {
        all = merged(all, this.messageOf(node.left.object, scope, node));
      } else if (
        index === 0 &&
        node.type === 'AssignmentExpression' &&
        node.left.type === 'Identifier' &&
        node.left.name === 'onmessage'
      ) {
        all = merged(all, [source('page-message', node, 'window message')]);
      }
    }
    return all;
  }

  /** What a call hands to parameter `index` of the function that is its argument at `position`. */
  private traceCallback(
    call: CallSite,
    position: number,
    index: number,
    binding: Binding,
  ): readonly Origin[] {
    const { node, scope } = call;
    if (node.type !== 'CallExpression') return none;
    const { callee } = node;
    const path = this.script.pathOf(callee, scope);
    if (path?.endsWith('.addListener') === true) {
      const event = sourceEvents.get(path.slice(0, -'.addListener'.length));
      return event?.[1].includes(index) === true
        ? [source(event[0], node, path.slice(0, -'.addListener'.length))]
        : none;
    }
    const kind = path === undefined ? undefined : sourceCalls.get(path);
    if (path !== undefined && kind !== undefined)
      return index === 0 ? [source(kind, node, `${path}()`)] : none;
    const method =
      callee.type === 'MemberExpression' ? this.script.resolver.keyOf(callee, scope) : path;
    if (method === 'addEventListener') {
      const event = exactText(this.script.fold(call.arguments[0], scope));
      const object = callee.type === 'MemberExpression' ? callee.object : undefined;
      return event === 'message' && index === 0 ? this.messageOf(object, scope, node) : none;
    }
    if (callee.type === 'MemberExpression' && method !== undefined) {
      if (method === 'then' && index === 0 && position === 0)
        return this.trace(callee.object, scope);
      if (iterating.has(method)) return this.trace(callee.object, scope);
      if (method === 'addListener' && index === 0)
        return this.portMessage(callee.object, scope, node);
      if (isRequestCall(callee.object, method))
        return index === 0
          ? [
              answerSource(
                this.addresses.ofFetch(call.arguments[0], scope),
                node,
                `answer to ${method}()`,
              ),
            ]
          : none;
    }
    const named = this.script.resolver.functionNamed(callee, scope);
    const parameter = named?.node.params[position];
    const passed =
      parameter?.type === 'Identifier' ? named?.scope.names?.get(parameter.name) : undefined;
    if (passed === undefined || passed === binding) return none;
    let all: readonly Origin[] = none;
    for (const inner of (passed.calls ?? []).slice(0, 20))
      all = merged(all, this.trace(inner.arguments[index], inner.scope));
    return all;
  }

  /** `message` events: of the window they come from pages, of a socket from the network; workers are our own. */
  private messageOf(object: Node | undefined, scope: Scope, at: Node): readonly Origin[] {
    if (object === undefined) return [source('page-message', at, 'window message')];
    const path = this.script.pathOf(object, scope);
    if (path === 'window' || path === 'document')
      return [source('page-message', at, 'window message')];
    const made = this.script.origin(object, scope);
    const type =
      made.node.type === 'NewExpression'
        ? this.script.pathOf(made.node.callee, made.scope)
        : undefined;
    return type === 'WebSocket' || type === 'EventSource'
      ? [source('network-response', at, `${type} message`)]
      : none;
  }

  /** `port.onMessage.addListener(message => …)`: who is at the other end of the port? */
  private portMessage(object: Node, scope: Scope, at: Node): readonly Origin[] {
    if (
      object.type !== 'MemberExpression' ||
      this.script.resolver.keyOf(object, scope) !== 'onMessage'
    )
      return none;
    const kind = this.portKind(object.object, scope);
    return [source(kind, at, 'message on a port')];
  }

  /** Which messages a port carries. */
  portKind(port: Node, scope: Scope): SourceKind {
    const made = this.script.origin(port, scope);
    if (made.node.type === 'CallExpression') {
      return this.script.pathOf(made.node.callee, made.scope) === 'chrome.runtime.connectNative'
        ? 'native-message'
        : 'internal-message';
    }
    const owner = this.script.bindingOf(made.node, made.scope)?.parameter?.of;
    const isExternal = owner?.passedTo.some(
      ({ call }) =>
        call.node.type === 'CallExpression' &&
        (this.script.pathOf(call.node.callee, call.scope) ?? '').endsWith(
          'onConnectExternal.addListener',
        ),
    );
    return isExternal === true ? 'external-message' : 'internal-message';
  }

  private isRequest(node: Node, scope: Scope): boolean {
    const { node: made, scope: from } = this.script.origin(node, scope);
    return (
      made.type === 'NewExpression' && this.script.pathOf(made.callee, from) === 'XMLHttpRequest'
    );
  }

  /** Whether the expression is an element that was looked up in the page, or one of several. */
  private isField(node: Node, scope: Scope): boolean {
    let located: Located = { node, scope };
    for (let hops = 0; hops < 5; hops += 1) {
      located = this.script.origin(located.node, located.scope);
      const at = located.node;
      if (at.type === 'ChainExpression') located = { node: at.expression, scope: located.scope };
      else if (at.type === 'MemberExpression') located = { node: at.object, scope: located.scope };
      else if (at.type === 'CallExpression' && at.callee.type === 'MemberExpression') {
        return selectors.has(this.script.resolver.keyOf(at.callee, located.scope) ?? '');
      } else {
        const owner = this.script.bindingOf(at, located.scope)?.parameter;
        const iterated = owner?.index === 0 ? owner.of.passedTo[0]?.call : undefined;
        if (
          iterated?.node.type !== 'CallExpression' ||
          iterated.node.callee.type !== 'MemberExpression'
        )
          return false;
        located = { node: iterated.node.callee.object, scope: iterated.scope };
      }
    }
    return false;
  }
}

/** `$.get(…)`, `axios.post(…)` */
function isRequestCall(object: Node, method: string | undefined): boolean {
  return (
    object.type === 'Identifier' &&
    requestLibraries.has(object.name) &&
    method !== undefined &&
    /^(?:ajax|delete|get|getJSON|patch|post|put|request)$/.test(method)
  );
}

function source(kind: SourceKind, node: Node, what: string): Origin {
  return { kind, node, last: { node, what, previous: undefined, length: 1 }, isGuess: false };
}

function answerSource({ kind, isGuess }: AnswerSource, node: Node, what: string): Origin {
  return { ...source(kind, node, what), isGuess };
}

function withStep(origin: Origin, node: Node, what: string): Origin {
  if (origin.last.length >= stepsMax) return origin;
  return { ...origin, last: { node, what, previous: origin.last, length: origin.last.length + 1 } };
}

function guessed(origins: readonly Origin[]): readonly Origin[] {
  return origins.map((origin) => (origin.isGuess ? origin : { ...origin, isGuess: true }));
}

function merged(left: readonly Origin[], right: readonly Origin[]): readonly Origin[] {
  if (right.length === 0) return left;
  if (left.length === 0) return right;
  const all = [...left];
  for (const origin of right) {
    if (all.length >= originsMax) break;
    if (!all.some(({ node, kind }) => node === origin.node && kind === origin.kind))
      all.push(origin);
  }
  return all;
}
