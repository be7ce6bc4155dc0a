import type { Node } from 'oxc-parser';
import type { Binding, CallSite, FunctionInfo, Located, Scope } from '../scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import { keyName } from '../walk.ts';
import { bare, push } from './call-index.ts';
import type { IndexedCall } from './call-index.ts';
import type { ScriptIndex } from './script-index.ts';
import { entriesOf } from './tables.ts';
import type { Entry } from './tables.ts';
import type { ValueFinder } from './value-finder.ts';

/** Calls of one script that are looked at, and functions that one of them may run. */
const callsMax = 500;
const targetsMax = 60;
const registrationsMax = 60;
const none: readonly never[] = [];

/** A function that a call may run, taken from a table or an object by a name that is known at run time only. */
export interface Target {
  readonly info: FunctionInfo;
  readonly key: string | undefined;
  /** What the name is taken from. */
  readonly asked: Node;
}

/** A call whose callee is taken from somewhere: `table[asked](…)`, `table.get(asked)(…)`, `this[asked].apply(this, list)`. */
interface Dispatched {
  readonly call: CallSite & { readonly list?: Node };
  readonly asked: Node;
  readonly table: Located;
}

/**
 * Message routers of one script: which functions `this[message.method](…)`, `handlers.get(type)(…)` or
 * `pending[id](answer)` may run, be they written there, methods of a class, or registered with `on(type, f)`.
 */
export class Dispatch {
  private readonly script: ScriptReader;
  private readonly index: ScriptIndex;
  private readonly values: ValueFinder;
  private readonly callsOf: (info: FunctionInfo) => readonly CallSite[];
  private readonly targetsOfCall = new Map<Node, readonly Target[]>();
  private readonly callsOfFunction = new Map<FunctionInfo, (CallSite & { list?: Node })[]>();
  private readonly callsOfHeld = new Map<Binding, CallSite[]>();
  private state: 'new' | 'reading' | 'read' = 'new';

  /** `callsOf` says who calls a function, as far as it is known without what is dispatched. */
  constructor(
    script: ScriptReader,
    index: ScriptIndex,
    values: ValueFinder,
    callsOf: (info: FunctionInfo) => readonly CallSite[],
  ) {
    this.script = script;
    this.index = index;
    this.values = values;
    this.callsOf = callsOf;
  }

  /** Whether what is dispatched is known; while it is worked out, it is not. */
  get isRead(): boolean {
    if (this.state === 'new') this.read();
    return this.state === 'read';
  }

  /** Functions that a call may run which names none. */
  targets(call: Node): readonly Target[] {
    return this.isRead ? (this.targetsOfCall.get(call) ?? none) : none;
  }

  /** Calls that may run the function without naming it. */
  calls(info: FunctionInfo): readonly (CallSite & { readonly list?: Node })[] {
    return this.isRead ? (this.callsOfFunction.get(info) ?? none) : none;
  }

  /** Calls of what a parameter holds, made after it was put into a table. */
  callsOfStored(held: Binding): readonly CallSite[] {
    return this.isRead ? (this.callsOfHeld.get(held) ?? none) : none;
  }

  private read(): void {
    this.state = 'reading';
    for (const dispatched of this.dispatchedCalls()) {
      const targets: Target[] = [];
      for (const entry of entriesOf(dispatched.table, this.script, this.index, this.values))
        this.addEntry(dispatched, entry, targets);
      if (targets.length > 0) this.targetsOfCall.set(dispatched.call.node, targets);
    }
    this.state = 'read';
  }

  private addEntry(dispatched: Dispatched, entry: Entry, targets: Target[]): void {
    const { value, key } = entry;
    const held = this.script.bindingOf(value.node, value.scope);
    const parameter = held?.parameter;
    if (held !== undefined && parameter !== undefined && parameter.keys.length === 0) {
      push(this.callsOfHeld, held, dispatched.call);
      const calls = this.callsOf(parameter.of).slice(0, registrationsMax);
      for (const { arguments: given, scope } of calls) {
        const registered = given[parameter.index];
        if (registered === undefined) continue;
        const name = this.registeredKey(entry, parameter.of, given);
        for (const info of this.functionsOf({ node: registered, scope }))
          this.addTarget(dispatched, info, name, targets);
      }
      return;
    }
    for (const info of this.functionsOf(value)) this.addTarget(dispatched, info, key, targets);
  }

  /** The name in `on('name', f)`, where `on` puts `f` into the table under its own parameter. */
  private registeredKey(
    { key, computedKey }: Entry,
    owner: FunctionInfo,
    given: readonly Node[],
  ): string | undefined {
    const named = computedKey && this.script.bindingOf(computedKey.node, computedKey.scope);
    if (named?.parameter?.of !== owner) return key;
    const argument = given[named.parameter.index];
    return argument?.type === 'Literal' ? keyName(argument) : undefined;
  }

  private functionsOf({ node, scope }: Located): readonly FunctionInfo[] {
    const info = this.script.handler(node, scope);
    if (info !== undefined) return [info];
    // `this.send.bind(this)`, `bind(this.send, this)`
    const first = node.type === 'CallExpression' ? node.arguments[0] : undefined;
    const found = this.values.functions(node, scope);
    return found.length === 0 && first !== undefined ? this.values.functions(first, scope) : found;
  }

  private addTarget(
    { call, asked }: Dispatched,
    info: FunctionInfo,
    key: string | undefined,
    targets: Target[],
  ): void {
    if (targets.length >= targetsMax || targets.some((target) => target.info === info)) return;
    targets.push({ info, key, asked });
    push(
      this.callsOfFunction,
      info,
      key === undefined ? call : { ...call, choice: { asked, key } },
    );
  }

  private dispatchedCalls(): readonly Dispatched[] {
    const found: Dispatched[] = [];
    for (const { node, scope } of this.script.walked.calls) {
      if (node.type !== 'CallExpression') continue;
      const call = callOf(node, scope);
      const taken = takenFrom(call.callee, scope, 0);
      if (taken === undefined || !isOpenName(taken.asked, taken.scope)) continue;
      const table = { node: taken.table, scope: taken.scope };
      found.push({ call, asked: taken.asked, table });
      if (found.length >= callsMax) break;
    }
    return found;
  }
}

/** `f(a)`, `f.call(x, a)`, `f.apply(x, list)` as a call of `f`. */
function callOf(
  node: Node & { type: 'CallExpression' },
  scope: Scope,
): IndexedCall & { readonly node: Node } {
  const callee = bare(node.callee);
  const { arguments: given } = node;
  const how =
    callee.type === 'MemberExpression' && !callee.computed ? keyName(callee.property) : '';
  if (callee.type !== 'MemberExpression' || (how !== 'call' && how !== 'apply'))
    return { node, scope, arguments: given, callee };
  const target = bare(callee.object);
  const [, list] = given;
  return how === 'call' || list === undefined
    ? { node, scope, arguments: given.slice(1), callee: target }
    : { node, scope, arguments: [], callee: target, list };
}

interface Taken {
  readonly asked: Node;
  readonly table: Node;
  readonly scope: Scope;
}

const hopsMax = 4;

/** What a callee is taken from: `table[asked]`, `table.get(asked)`, or a variable that was given one of these. */
function takenFrom(callee: Node, scope: Scope, hops: number): Taken | undefined {
  if (hops > hopsMax) return undefined;
  switch (callee.type) {
    case 'Identifier': {
      const binding = scope.lookup(callee.name);
      const [write, other] = binding?.writes ?? [];
      if (binding?.parameter !== undefined) return takenByLoop(binding.parameter, hops);
      if (write === undefined || write.kind === 'unknown' || other !== undefined) return undefined;
      return write.keys.length > 0 ? undefined : takenFrom(write.node, write.scope, hops + 1);
    }
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return takenFrom(callee.expression, scope, hops + 1);
    case 'LogicalExpression':
      return takenFrom(callee.operator === '&&' ? callee.right : callee.left, scope, hops + 1);
    case 'ConditionalExpression':
      return (
        takenFrom(callee.consequent, scope, hops + 1) ??
        takenFrom(callee.alternate, scope, hops + 1)
      );
    case 'MemberExpression': {
      if (!callee.computed) return undefined;
      // One of a list: `table[asked][0](…)`, `list[i](…)`
      const list = takenFrom(bare(callee.object), scope, hops + 1);
      if (list !== undefined || callee.property.type === 'Literal') return list;
      return { asked: callee.property, table: callee.object, scope };
    }
    case 'CallExpression': {
      const [asked, other] = callee.arguments;
      const getter = bare(callee.callee);
      if (asked === undefined || other !== undefined || getter.type !== 'MemberExpression')
        return undefined;
      return !getter.computed && keyName(getter.property) === 'get'
        ? { asked, table: getter.object, scope }
        : undefined;
    }
    default:
      return undefined;
  }
}

const loops: ReadonlySet<string> = new Set('each every forEach map some'.split(' '));

/** `table[asked].forEach((f) => f(…))` */
function takenByLoop(
  { of: owner, index, keys }: NonNullable<Binding['parameter']>,
  hops: number,
): Taken | undefined {
  const [place] = owner.passedTo;
  const { node, scope } = place?.call ?? {};
  if (node?.type !== 'CallExpression' || scope === undefined || index + keys.length > 0)
    return undefined;
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || !loops.has(keyName(callee.property) ?? ''))
    return undefined;
  return takenFrom(bare(callee.object), scope, hops + 1);
}

/** Whether a name may be a message's: a property, a parameter, or made of one; counters and constants are not. */
function isOpenName(asked: Node, scope: Scope): boolean {
  switch (asked.type) {
    case 'MemberExpression':
      return !asked.computed;
    case 'Identifier': {
      const binding = scope.lookup(asked.name);
      if (binding?.parameter !== undefined) return true;
      const [write, other] = binding?.writes ?? [];
      if (write?.kind !== 'value' || other !== undefined) return false;
      return write.keys.length > 0 || write.node.type === 'MemberExpression';
    }
    case 'BinaryExpression':
      return isOpenName(asked.right, scope) || isOpenName(asked.left, scope);
    case 'CallExpression':
      return asked.callee.type === 'MemberExpression' && isOpenName(asked.callee.object, scope);
    case 'TemplateLiteral':
      return asked.expressions.some((each) => isOpenName(each, scope));
    default:
      return false;
  }
}
