import type { Node } from 'oxc-parser';
import { isFunction, keyName, memberName } from '../walk.ts';
import type { Binding, CallSite, FunctionInfo, Located, Scope } from '../scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import type { Key } from './origin.ts';

/** A value written below a variable, or below `this`: `root.a.b = node`. */
export interface DeepWrite extends Located {
  readonly keys: readonly Key[];
}

/** A value written to a member of whatever object: `object.key = node`. */
export interface MemberWrite extends Located {
  readonly object: Node;
}

/** A call with its callee; `list` where its arguments stand in a list: `f.apply(x, list)`. */
export interface IndexedCall extends CallSite {
  readonly callee: Node;
  readonly list?: Node;
}

/** `object.key = name`, `{ key: name }` */
export interface Holder extends Located {
  readonly key: string;
  readonly object: Node | undefined;
}

/** A call of a function that writes below what it is given. */
export interface Filling {
  readonly call: CallSite;
  readonly by: FunctionInfo;
  readonly writes: readonly DeepWrite[];
}

/** A call with the position of one of its arguments. */
export interface Passed {
  readonly call: CallSite;
  readonly index: number;
}

/** Methods that put their arguments into what they are called on. */
const fillingMethods: ReadonlySet<string> = new Set(
  'add append enqueue fill push set splice unshift'.split(' '),
);
/** Methods of the language, which functions of scripts are hardly ever called as. */
const ofLanguage: ReadonlySet<string> = new Set(
  (
    'charAt charCodeAt concat exec filter forEach hasOwnProperty includes indexOf join map pop push replace shift slice splice split ' +
    'substr substring test then toLowerCase toString trim unshift'
  ).split(' '),
);
const chainMax = 6;
const callersMax = 30;
const emptyList: readonly never[] = [];

/** Ways back that the syntax tree does not show, of one script: who writes a member, calls a method, hands on a name. */
export class ScriptIndex {
  private readonly writesBelow = new Map<Binding, DeepWrite[]>();
  private readonly writesBelowThis = new Map<string, DeepWrite[]>();
  private readonly writesOfKey = new Map<string, MemberWrite[]>();
  private readonly callsOfMethod = new Map<string, IndexedCall[]>();
  private readonly constructionsOf = new Map<string, IndexedCall[]>();
  private readonly callsThroughName = new Map<Binding, IndexedCall[]>();
  private readonly boundNames = new Map<Binding, Passed[]>();
  private readonly passedMembers = new Map<string, Passed[]>();
  private readonly passedCalls = new Map<Node, Passed>();
  /** Calls that are given what may be a bundle's table of modules. */
  readonly moduleTables: CallSite[] = [];
  private readonly namedValues: Holder[] = [];
  private readonly script: ScriptReader;
  private names: Names | undefined;
  private fillings: ReadonlyMap<Binding, readonly Filling[]> | undefined;

  constructor(script: ScriptReader) {
    this.script = script;
    for (const { node, scope } of script.walked.sites) {
      if (node.type === 'CallExpression' || node.type === 'NewExpression')
        this.addCall(node, scope);
      else if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
        this.addWrite(node.left, node.operator === '=' ? node.right : node, scope);
      }
    }
  }

  /** `name.a.b = value`, `name.list.push(value)`, `Object.assign(name, value)` */
  below(binding: Binding): readonly DeepWrite[] {
    return this.writesBelow.get(binding) ?? emptyList;
  }

  /** `this.key = value`, in all classes of the script. */
  belowThis(key: string): readonly DeepWrite[] {
    return this.writesBelowThis.get(key) ?? emptyList;
  }

  membersNamed(key: string): readonly MemberWrite[] {
    return this.writesOfKey.get(key) ?? emptyList;
  }

  /** `x.method(…)`, `x.method.call(y, …)` */
  callsNamed(method: string): readonly IndexedCall[] {
    return this.callsOfMethod.get(method) ?? emptyList;
  }

  /** `new name(…)`, `new x.name(…)`, `super(…)` under `super`. */
  constructionsNamed(name: string): readonly IndexedCall[] {
    return this.constructionsOf.get(name) ?? emptyList;
  }

  /** `name.call(x, …)`, `name.apply(x, list)` */
  callsThrough(binding: Binding): readonly IndexedCall[] {
    return this.callsThroughName.get(binding) ?? emptyList;
  }

  /** Calls that a variable is an argument of after `.bind(…)`. */
  passedBound(binding: Binding): readonly Passed[] {
    return this.boundNames.get(binding) ?? emptyList;
  }

  /** Calls of functions that write below the parameter that gets the variable. */
  fillingsOf(binding: Binding): readonly Filling[] {
    return (this.fillings ??= this.findFillings()).get(binding) ?? emptyList;
  }

  /** Calls that `x.key` is an argument of, itself or bound. */
  passedMember(key: string): readonly Passed[] {
    return this.passedMembers.get(key) ?? emptyList;
  }

  /** The call that a call's result is an argument of. */
  resultPassed(call: Node): Passed | undefined {
    return this.passedCalls.get(call);
  }

  /** Members with a variable of that name as their value: `{ key: name }`, `x.key = name`. */
  holdersOf(name: string): readonly Holder[] {
    return this.named.holders.get(name) ?? emptyList;
  }

  /** Functions that do nothing but return the variable. */
  gettersOf(name: string): readonly FunctionInfo[] {
    return this.named.getters.get(name) ?? emptyList;
  }

  /** Functions that are members with this name, of whatever object. */
  functionsNamed(key: string): readonly FunctionInfo[] {
    return this.named.functions.get(key) ?? emptyList;
  }

  private get named(): Names {
    return (this.names ??= readNames(this.script, this.namedValues));
  }

  private findFillings(): ReadonlyMap<Binding, readonly Filling[]> {
    const found = new Map<Binding, Filling[]>();
    for (const [{ parameter }, writes] of this.writesBelow) {
      if (parameter === undefined || parameter.keys.length > 0) continue;
      for (const call of parameter.of.calls.slice(0, callersMax)) {
        const given = call.arguments[parameter.index];
        const filled = given?.type === 'Identifier' ? call.scope.lookup(given.name) : undefined;
        if (filled !== undefined) push(found, filled, { call, by: parameter.of, writes });
      }
    }
    return found;
  }

  private addWrite(left: Node & { type: 'MemberExpression' }, node: Node, scope: Scope): void {
    const key = this.keyOf(left, scope);
    if (key !== undefined) {
      const { object } = left;
      push(this.writesOfKey, key, { node, scope, object });
      if (node.type === 'Identifier') this.namedValues.push({ node, scope, key, object });
    }
    this.addBelow(left, node, scope);
  }

  /** Files a write under the variable or `this` at the start of the chain. */
  private addBelow(target: Node, node: Node, scope: Scope, last: readonly Key[] = []): void {
    const keys: Key[] = [...last];
    let at = target;
    for (let hops = 0; at.type === 'MemberExpression' && hops < chainMax; hops += 1) {
      keys.unshift(this.keyOf(at, scope));
      at = at.object;
    }
    if (at.type === 'Identifier') {
      const binding = scope.lookup(at.name);
      if (binding !== undefined) push(this.writesBelow, binding, { node, scope, keys });
    } else if (at.type === 'ThisExpression' && keys[0] !== undefined) {
      push(this.writesBelowThis, keys[0], { node, scope, keys: keys.slice(1) });
    }
  }

  private addCall(node: Node & { type: 'CallExpression' | 'NewExpression' }, scope: Scope): void {
    const callee = bare(node.callee);
    const call: IndexedCall = { node, scope, arguments: node.arguments, callee };
    if (node.type === 'NewExpression' || callee.type === 'Super') {
      const name =
        callee.type === 'Super'
          ? 'super'
          : callee.type === 'MemberExpression'
            ? this.keyOf(callee, scope)
            : keyName(callee);
      if (name !== undefined) push(this.constructionsOf, name, call);
    } else if (callee.type === 'MemberExpression') {
      const method = this.keyOf(callee, scope);
      if (method === 'call' || method === 'apply') this.addPassedOn(call, callee.object, method);
      else if (method !== undefined) {
        if (!ofLanguage.has(method)) push(this.callsOfMethod, method, call);
        this.addFilling(call, callee, method);
      }
    } else if (callee.type === 'Identifier' && call.arguments.length === 3) {
      // `_defineProperty(object, key, value)`: what compilers make of class fields.
      if (callee.name.includes('defineProperty')) this.addDefinition(call);
    }
    if (isModuleTable(node.arguments[0])) this.moduleTables.push(call);
    for (let index = 0; index < node.arguments.length; index += 1)
      this.addArgument(call, index, node.arguments[index]!);
  }

  private addPassedOn(call: IndexedCall, target: Node, how: 'apply' | 'call'): void {
    const [, second] = call.arguments;
    const items =
      how === 'call'
        ? call.arguments.slice(1)
        : second?.type === 'ArrayExpression'
          ? second.elements.filter((element) => element !== null)
          : [];
    const list = how === 'apply' && items.length === 0 ? second : undefined;
    const made = { ...call, arguments: items, callee: target, ...(list ? { list } : {}) };
    if (target.type === 'Identifier') {
      const binding = call.scope.lookup(target.name);
      if (binding !== undefined) push(this.callsThroughName, binding, made);
    } else if (target.type === 'MemberExpression') {
      const key = this.keyOf(target, call.scope);
      if (key !== undefined) push(this.callsOfMethod, key, made);
    }
  }

  private addArgument(call: CallSite, index: number, argument: Node): void {
    let node = argument;
    if (node.type === 'CallExpression') {
      this.passedCalls.set(node, { call, index });
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || keyName(callee.property) !== 'bind') return;
      node = callee.object;
      const bound = node.type === 'Identifier' ? call.scope.lookup(node.name) : undefined;
      if (bound !== undefined) push(this.boundNames, bound, { call, index });
    }
    if (node.type === 'MemberExpression' && !node.computed) {
      const key = memberName(node.property);
      if (key !== undefined) push(this.passedMembers, key, { call, index });
    }
  }

  private addFilling(
    call: CallSite,
    callee: Node & { type: 'MemberExpression' },
    method: string,
  ): void {
    const { arguments: given, scope } = call;
    const { object } = callee;
    const [target, ...others] = given;
    if (method === 'assign' || method === 'extend') {
      if (target === undefined || !isGlobalNamed(object, scope, method)) return;
      for (const other of others.slice(0, 8)) this.addBelow(target, other, scope);
    } else if (method === 'defineProperty') this.addDefinition(call);
    else if (fillingMethods.has(method)) {
      const isKeyed = method === 'set' || method === 'append';
      const key =
        isKeyed && given.length === 2 && target?.type === 'Literal' ? keyName(target) : undefined;
      for (const node of isKeyed ? given.slice(-1) : given.slice(-4)) {
        if (!isFunction(node)) this.addBelow(object, node, scope, [key]);
      }
    }
  }

  private addDefinition({ arguments: [target, key, value], scope }: CallSite): void {
    if (target === undefined || key?.type !== 'Literal' || value === undefined) return;
    const name = keyName(key);
    let node = value;
    if (value.type === 'ObjectExpression') {
      for (const entry of value.properties) {
        if (entry.type !== 'Property' || keyName(entry.key) !== 'value') continue;
        node = entry.value;
      }
    }
    if (name !== undefined) push(this.writesOfKey, name, { node, scope, object: target });
    this.addBelow(target, node, scope, [name]);
  }

  private keyOf(node: Node & { type: 'MemberExpression' }, scope: Scope): Key {
    if (!node.computed) return memberName(node.property);
    return node.property.type === 'Literal'
      ? keyName(node.property)
      : this.script.resolver.keyOf(node, scope);
  }
}

/** `{ 1: [function …, { … }] }`, as browserify and parcel write it. */
function isModuleTable(node: Node | undefined): boolean {
  if (node?.type !== 'ObjectExpression') return false;
  const [first] = node.properties;
  return first?.type === 'Property' && first.value.type === 'ArrayExpression';
}

interface Names {
  readonly holders: ReadonlyMap<string, readonly Holder[]>;
  readonly getters: ReadonlyMap<string, readonly FunctionInfo[]>;
  readonly functions: ReadonlyMap<string, readonly FunctionInfo[]>;
}

function readNames({ walked }: ScriptReader, written: readonly Holder[]): Names {
  const holders = new Map<string, Holder[]>();
  const getters = new Map<string, FunctionInfo[]>();
  const functions = new Map<string, FunctionInfo[]>();
  for (const { node, scope } of walked.namedProperties) {
    if (node.type !== 'Property' || node.value.type !== 'Identifier') continue;
    const key = node.computed ? undefined : keyName(node.key);
    if (key !== undefined) push(holders, node.value.name, { node, scope, key, object: undefined });
  }
  for (const holder of written)
    if (holder.node.type === 'Identifier') push(holders, holder.node.name, holder);
  for (const info of walked.functions) {
    const [first, second] = info.returns;
    if (first?.node.type === 'Identifier' && second === undefined)
      push(getters, first.node.name, info);
    const key = info.owner?.key;
    if (key !== undefined) push(functions, key, info);
    for (const { node } of info.assignedTo) {
      if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') continue;
      const name = memberName(node.left.property);
      if (name !== undefined && !node.left.computed) push(functions, name, info);
    }
  }
  return { holders, getters, functions };
}

/** Without the parentheses, commas and question marks around a callee: `(0, a.b)(x)`, `a?.b(x)`. */
export function bare(node: Node): Node {
  let at = node;
  for (;;) {
    if (at.type === 'SequenceExpression') at = at.expressions.at(-1)!;
    else if (at.type === 'ChainExpression' || at.type === 'ParenthesizedExpression')
      at = at.expression;
    else return at;
  }
}

/** `Object.assign`, `$.extend`, `_.extend` */
function isGlobalNamed(object: Node, scope: Scope, method: string): boolean {
  if (object.type !== 'Identifier') return false;
  return method === 'assign'
    ? object.name === 'Object' && scope.lookup('Object') === undefined
    : /^(?:\$|jQuery|_|angular)$/.test(object.name);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
