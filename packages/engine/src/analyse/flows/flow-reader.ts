import type { Node } from 'oxc-parser';
import type { SinkKind } from '../../vocabulary.ts';
import type { Collector } from '../collector.ts';
import { domSinkOf } from '../dom-sinks.ts';
import { BorderReader } from './border-reader.ts';
import type { BorderOutput } from './border-outputs.ts';
import { messageParts } from './message-parts.ts';
import { FlowRecorder } from './flow-recorder.ts';
import type { RecordedSink } from './flow-recorder.ts';
import { borderOrigin } from './origin.ts';
import { OriginTracer } from './origin-tracer.ts';
import { portKind } from './trace-listener.ts';
import { sinkCalls } from './flow-vocabulary.ts';
import { isWindowPost } from '../messages.ts';
import { propertyNode } from '../script-reader.ts';
import type { Assignment, Call, ScriptReader } from '../script-reader.ts';
import type { Located, Scope } from '../scopes.ts';
import { hostOf } from '../url-host.ts';
import { isFunction } from '../walk.ts';

/** Sinks of one script that are followed. */
const sinksMax = 1_500;
/** Values that a script too large to keep shares with others, and that are followed. */
const sharedMax = 100;

interface Sink extends RecordedSink {
  readonly values: readonly Node[];
}

const elementSinks: ReadonlyMap<string, ReadonlyMap<string, SinkKind>> = new Map([
  [
    'src',
    new Map<string, SinkKind>([
      ['script', 'script-injection'],
      ['img', 'network'],
      ['iframe', 'navigation'],
    ]),
  ],
  ['text', new Map<string, SinkKind>([['script', 'script-injection']])],
  ['textContent', new Map<string, SinkKind>([['script', 'script-injection']])],
  ['innerHTML', new Map<string, SinkKind>([['script', 'script-injection']])],
  ['innerText', new Map<string, SinkKind>([['script', 'script-injection']])],
]);
const libraryCall = /^(?:ajax|get|getJSON|patch|post|put|request)$/;

/** Gathers the sinks of one script, then asks where their values come from. */
export class FlowReader {
  private readonly script: ScriptReader;
  private readonly facts: Collector;
  private readonly tracer: OriginTracer;
  private readonly borders: BorderReader;
  private readonly sinks: Sink[] = [];

  constructor(script: ScriptReader, facts: Collector) {
    this.script = script;
    this.facts = facts;
    this.borders = new BorderReader(script, facts.sharesGlobals);
    this.tracer = new OriginTracer(script, this.borders);
  }

  readCall(call: Call): void {
    this.borders.readCall(call);
    const known = call.path === undefined ? undefined : sinkCalls.get(call.path);
    if (known !== undefined) {
      const given = known[1].flatMap((index) => call.arguments[index] ?? []);
      // A function handed to a timer is no code made of data.
      const values = given.filter((node) => this.script.handler(node, call.scope) === undefined);
      this.add(
        known[0],
        call,
        known[0] === 'script-injection'
          ? values.flatMap((node) => this.injected(node, call.scope))
          : values,
        call.arguments[0],
      );
      return;
    }
    if (isWindowPost(call)) return this.add('page-message', call, call.arguments.slice(0, 1));
    const markup = domSinkOf(call, this.script);
    if (markup !== undefined) return this.add('dom-html', call, [markup.value]);
    this.readMethod(call);
  }

  readAssignment(write: Assignment): void {
    this.borders.readAssignment(write);
    const { property, object, path, value, scope } = write;
    if (path === 'location' || path === 'location.href')
      return this.add('navigation', write, [value], value);
    if (path === 'document.cookie') return this.add('cookies-write', write, [value]);
    if (property === undefined || object === undefined) return undefined;
    const tag = elementSinks.has(property) ? this.script.createdElement(object, scope) : undefined;
    const kind = tag === undefined ? undefined : elementSinks.get(property)?.get(tag);
    if (kind !== undefined) return this.add(kind, write, [value], value);
    if (property === 'innerHTML' || property === 'outerHTML' || property === 'srcdoc') {
      return this.add('dom-html', write, [value]);
    }
    return undefined;
  }

  /** Adds the flows that were found. */
  finish(): void {
    const recorder = new FlowRecorder(this.script, this.facts);
    for (const sink of this.sinks) {
      for (const value of sink.values)
        recorder.addSink(sink, this.tracer.originsOf(value, sink.scope));
    }
    const { sent, shared } = this.borders.left();
    for (const output of sent) this.record(output, recorder);
    if (shared.length === 0 && !this.borders.names.isShared) return;
    // Code that was text in a script has no names of its own that others could use.
    if (!this.script.isDecoded)
      this.facts.exported.set(this.script.file, this.borders.names.exported());
    const pending = shared.map((output) => ({
      end: output.end,
      trace: (): void => this.recordShared(output, recorder),
    }));
    if (this.facts.keep(this.script.file, this.script.source.length, pending)) return;
    for (const output of pending.slice(0, sharedMax)) output.trace();
  }

  private record(output: BorderOutput, recorder: FlowRecorder): void {
    const { value, from } = output;
    recorder.addOutput(
      output,
      from === undefined ? this.tracer.originsOf(value.node, value.scope) : [borderOrigin(from)],
    );
  }

  private recordShared(output: BorderOutput, recorder: FlowRecorder): void {
    if (output.from !== undefined) return this.record(output, recorder);
    for (const { path, value } of messageParts(output.value, this.script)) {
      const end = path === undefined ? output.end : { ...output.end, path };
      this.record({ ...output, end, value }, recorder);
    }
  }

  private readMethod(call: Call): void {
    const { method, object, scope } = call;
    const [first] = call.arguments;
    if (object === undefined) return this.readResponse(call);
    if (first === undefined) return undefined;
    switch (method) {
      case 'send': {
        const { node, scope: from } = this.script.origin(object, scope);
        const isOwn =
          node.type === 'NewExpression' &&
          /^(?:XMLHttpRequest|WebSocket)$/.test(this.script.pathOf(node.callee, from) ?? '');
        return isOwn
          ? this.add(
              'network',
              call,
              [first],
              node.type === 'NewExpression' ? node.arguments[0] : undefined,
            )
          : undefined;
      }
      case 'open':
        if (call.arguments[1] !== undefined) this.tracer.readOpen(object, call.arguments[1], scope);
        if (call.arguments.length > 1 && this.script.fold(first, scope).kind === 'string') {
          return this.add('network', call, call.arguments.slice(1, 2), call.arguments[1]);
        }
        return undefined;
      case 'postMessage': {
        const port = portKind(this.script, object, scope);
        if (port === 'external-message') return this.add('external-response', call, [first]);
        return port === 'native-message' ? this.add('native-message', call, [first]) : undefined;
      }
      case 'dispatchEvent': {
        const { node, scope: from } = this.script.origin(first, scope);
        const detail =
          node.type === 'NewExpression' ? propertyNode(node.arguments[1], 'detail') : undefined;
        return detail === undefined
          ? undefined
          : this.add('page-message', { node: call.node, scope: from }, [detail]);
      }
      case 'setAttribute': {
        const value = call.arguments[1];
        const name = this.script.fold(first, scope);
        if (value === undefined || name.kind !== 'string' || name.text !== 'src') return undefined;
        const kind = elementSinks.get('src')?.get(this.script.createdElement(object, scope) ?? '');
        return kind === undefined ? undefined : this.add(kind, call, [value], value);
      }
      default:
        if (
          object.type === 'Identifier' &&
          /^(?:\$|jQuery|axios|ky|superagent)$/.test(object.name) &&
          method !== undefined &&
          libraryCall.test(method)
        ) {
          return this.add(
            'network',
            call,
            call.arguments.filter((node) => !isFunction(node)),
            first,
          );
        }
        return undefined;
    }
  }

  /** `sendResponse(value)` in a listener for other extensions and pages. */
  private readResponse(call: Call): void {
    const callee = call.node.type === 'CallExpression' ? call.node.callee : undefined;
    const parameter = this.script.bindingOf(callee, call.scope)?.parameter;
    if (parameter?.index !== 2) return;
    const isExternal = parameter.of.passedTo.some(
      ({ call: to }) =>
        to.node.type === 'CallExpression' &&
        /^chrome\.(?:runtime\.onMessage|extension\.onRequest)External\.addListener$/.test(
          this.script.pathOf(to.node.callee, to.scope) ?? '',
        ),
    );
    if (isExternal) this.add('external-response', call, call.arguments.slice(0, 1));
  }

  /** What of an injection's options becomes code; where it goes and the arguments of its function do not. */
  private injected(node: Node, scope: Scope): readonly Node[] {
    const made = this.script.origin(node, scope).node;
    if (made.type !== 'ObjectExpression') return [node];
    // Files are those of the package, whichever is chosen.
    return ['code', 'func', 'function', 'js'].flatMap((key) => {
      const value = propertyNode(made, key);
      if (value === undefined || isFunction(value)) return [];
      return key === 'js' ? codeOf(value) : [value];
    });
  }

  private add(kind: SinkKind, at: Located, values: readonly Node[], url?: Node): void {
    if (values.length === 0 || this.sinks.length >= sinksMax) return;
    const host = url === undefined ? undefined : hostOf(this.script.fold(url, at.scope));
    this.sinks.push({ kind, node: at.node, scope: at.scope, values, host });
  }
}

/** Code among the sources of a user script, `[{ code }, { file }]`. */
function codeOf(list: Node): readonly Node[] {
  if (list.type !== 'ArrayExpression') return [];
  return list.elements.flatMap((each) => (each === null ? [] : (propertyNode(each, 'code') ?? [])));
}
