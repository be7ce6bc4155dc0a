import type { Node } from 'oxc-parser';
import { Hands } from '../walked.ts';
import { isFunction, keyName, memberName } from '../nodes.ts';
import type { Called, Walked } from '../walked.ts';
import type { Binding, CallSite, FunctionInfo, Located, Scope } from '../scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import { aliasWrites } from './alias-writes.ts';
import { CallIndex, keyOf, methodOf, push } from './call-index.ts';
import { ListsByKey } from './lists-by-key.ts';
import type { Key } from './origin.ts';

/** A value written below a variable, or below `this`: `root.a.b = node`. */
export interface DeepWrite extends Located {
  readonly keys: readonly Key[];
}

/** A value written to a member of whatever object: `object.key = node`. */
export interface MemberWrite extends Located {
  readonly object: Node;
}

/** `object.key = name`, `{ key: name }` */
export interface Holder extends Located {
  readonly key: string;
  readonly object?: Node;
}

/** A call of a function that writes below what it is given. */
export interface Filling {
  readonly call: CallSite;
  readonly by: FunctionInfo;
  readonly writes: readonly DeepWrite[];
}

/** Methods that put their arguments into what they are called on. */
const fillingMethods: ReadonlySet<string> = new Set(
  'add append enqueue fill push set splice unshift'.split(' '),
);
/** These, and those that write what else they are given. */
const writingMethods: ReadonlySet<string> = new Set([
  ...fillingMethods,
  ...'assign defineProperty extend setState'.split(' '),
]);
const chainMax = 6;
const callersMax = 30;
const emptyList: readonly never[] = [];
const noKeys: readonly Key[] = [];

/** Ways back that the syntax tree does not show, of one script: who writes a member, and what functions are called. */
export class ScriptIndex {
  private readonly writesBelow = new Map<Binding, DeepWrite[]>();
  private readonly writesBelowThis = new Map<string, DeepWrite[]>();
  private readonly writesOfKey = new ListsByKey<string, MemberWrite>();
  /** Calls that are given what may be a bundle's table of modules. */
  readonly moduleTables: CallSite[] = [];
  private readonly namedValues: Holder[] = [];
  private readonly script: ScriptReader;
  private callIndex: CallIndex | undefined;
  private names: Names | undefined;
  private aliases: ReadonlyMap<Binding, readonly DeepWrite[]> | undefined;
  private fillings: ReadonlyMap<Binding, readonly Filling[]> | undefined;

  constructor(script: ScriptReader) {
    this.script = script;
    const { calls, memberWrites } = script.walked;
    for (const write of memberWrites) this.addWrite(write);
    for (const call of calls)
      if (call.arguments.length > 0 && call.node.type === 'CallExpression') this.addCall(call);
  }

  /** `name.a.b = value`, `name.list.push(value)`, `Object.assign(name, value)` */
  below(binding: Binding): readonly DeepWrite[] {
    return this.writesBelow.get(binding) ?? emptyList;
  }

  /** The same through other names of a part of it. */
  belowAliases(binding: Binding): readonly DeepWrite[] {
    this.aliases ??= aliasWrites(this.writesBelow, this.script);
    return this.aliases.get(binding) ?? emptyList;
  }

  /** `this.key = value`, in all classes of the script. */
  belowThis(key: string): readonly DeepWrite[] {
    return this.writesBelowThis.get(key) ?? emptyList;
  }

  membersNamed(key: string): readonly MemberWrite[] {
    return this.writesOfKey.get(key);
  }

  /** Who calls what, and hands on what; read when it is first asked about. */
  get calls(): CallIndex {
    return (this.callIndex ??= new CallIndex(this.script));
  }

  /** Calls of functions that write below the parameter that gets the variable. */
  fillingsOf(binding: Binding): readonly Filling[] {
    return (this.fillings ??= this.findFillings()).get(binding) ?? emptyList;
  }

  /** Members with a variable of that name as their value: `{ key: name }`, `x.key = name`. */
  holdersOf(name: string): readonly Holder[] {
    return this.named.holders.get(name);
  }

  /** Functions that do nothing but return the variable. */
  gettersOf(name: string): readonly FunctionInfo[] {
    return this.named.getters.get(name);
  }

  /** Functions that are members with this name, of whatever object. */
  functionsNamed(key: string): readonly FunctionInfo[] {
    return this.named.functions.get(key);
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

  private addWrite(write: Walked['memberWrites'][number]): void {
    const { left, scope, binding } = write;
    const node = write.node.operator === '=' ? write.node.right : write.node;
    const key = write.key ?? keyOf(left, scope, this.script);
    if (key !== undefined) {
      const { object } = left;
      this.writesOfKey.add(key, { node, scope, object });
      if (node.type === 'Identifier') this.namedValues.push({ node, scope, key, object });
    }
    if (write.form !== 'member') this.addBelow(left, node, scope);
    else if (binding !== undefined) push(this.writesBelow, binding, { node, scope, keys: [key] });
  }

  /** Files a write under the variable or `this` at the start of the chain. */
  private addBelow(target: Node, node: Node, scope: Scope, last: readonly Key[] = noKeys): void {
    let root = target;
    let hops = 0;
    for (; root.type === 'MemberExpression' && hops < chainMax; hops += 1) root = root.object;
    if (root.type === 'Identifier') {
      const binding = scope.lookup(root.name);
      if (binding === undefined) return;
      const keys = this.keysTo(target, hops, scope, last);
      push(this.writesBelow, binding, { node, scope, keys });
    } else if (root.type === 'ThisExpression') {
      const [first, ...keys] = this.keysTo(target, hops, scope, last);
      if (first !== undefined) push(this.writesBelowThis, first, { node, scope, keys });
    }
  }

  /** The keys of a chain of members, outermost object first, and those behind it. */
  private keysTo(target: Node, hops: number, scope: Scope, last: readonly Key[]): readonly Key[] {
    if (hops === 0) return last;
    if (hops === 1 && last.length === 0 && target.type === 'MemberExpression')
      return [keyOf(target, scope, this.script)];
    const keys: Key[] = [...last];
    for (let at = target; at.type === 'MemberExpression' && keys.length < hops + last.length;) {
      keys.unshift(keyOf(at, scope, this.script));
      at = at.object;
    }
    return keys;
  }

  private addCall(call: Called): void {
    const { callee, name, arguments: given, scope } = call;
    if (call.form === 'name') {
      // `_defineProperty(object, key, value)`: what compilers make of class fields.
      if (given.length === 3 && name!.includes('defineProperty')) this.addDefinition(given, scope);
    } else {
      const method = methodOf(call, this.script);
      if (method !== undefined && writingMethods.has(method) && callee.type === 'MemberExpression')
        this.addFilling(call, callee.object, method);
    }
    if ((call.hands & Hands.object) !== 0 && isModuleTable(given[0])) this.moduleTables.push(call);
  }

  private addFilling({ arguments: given, scope }: Called, object: Node, method: string): void {
    const [target, ...others] = given;
    if (method === 'setState' && object.type === 'ThisExpression') {
      for (const node of given.slice(0, 1))
        push(this.writesBelowThis, 'state', { node, scope, keys: [] });
    } else if (method === 'assign' || method === 'extend') {
      if (target === undefined || !isGlobalNamed(object, scope, method)) return;
      for (const other of others.slice(0, 8)) this.addBelow(target, other, scope);
    } else if (method === 'defineProperty') this.addDefinition(given, scope);
    else {
      const isKeyed = method === 'set' || method === 'append';
      const key =
        isKeyed && given.length === 2 && target?.type === 'Literal' ? keyName(target) : undefined;
      for (const node of isKeyed ? given.slice(-1) : given.slice(-4)) {
        if (!isFunction(node)) this.addBelow(object, node, scope, [key]);
      }
    }
  }

  private addDefinition([target, key, value]: readonly Node[], scope: Scope): void {
    if (target === undefined || key?.type !== 'Literal' || value === undefined) return;
    const name = keyName(key);
    let node = value;
    if (value.type === 'ObjectExpression') {
      for (const entry of value.properties) {
        if (entry.type !== 'Property' || keyName(entry.key) !== 'value') continue;
        node = entry.value;
      }
    }
    if (name !== undefined) this.writesOfKey.add(name, { node, scope, object: target });
    this.addBelow(target, node, scope, [name]);
  }
}

/** `{ 1: [function …, { … }] }`, as browserify and parcel write it. */
function isModuleTable(node: Node | undefined): boolean {
  if (node?.type !== 'ObjectExpression') return false;
  const [first] = node.properties;
  return first?.type === 'Property' && first.value.type === 'ArrayExpression';
}

interface Names {
  readonly holders: ListsByKey<string, Holder>;
  readonly getters: ListsByKey<string, FunctionInfo>;
  readonly functions: ListsByKey<string, FunctionInfo>;
}

function readNames({ walked }: ScriptReader, written: readonly Holder[]): Names {
  const holders = new ListsByKey<string, Holder>();
  const getters = new ListsByKey<string, FunctionInfo>();
  const functions = new ListsByKey<string, FunctionInfo>();
  for (const property of walked.namedProperties) holders.add(property.name, property);
  for (const holder of written)
    if (holder.node.type === 'Identifier') holders.add(holder.node.name, holder);
  for (const { info, name } of walked.getters) getters.add(name, info);
  for (const info of walked.functions) {
    const key = info.owner?.key;
    if (key !== undefined) functions.add(key, info);
    for (const { node } of info.assignedTo) {
      if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') continue;
      const name = memberName(node.left.property);
      if (name !== undefined && !node.left.computed) functions.add(name, info);
    }
  }
  return { holders, getters, functions };
}

/** `Object.assign`, `$.extend`, `_.extend` */
function isGlobalNamed(object: Node, scope: Scope, method: string): boolean {
  if (object.type !== 'Identifier') return false;
  return method === 'assign'
    ? object.name === 'Object' && scope.lookup('Object') === undefined
    : /^(?:\$|jQuery|_|angular)$/.test(object.name);
}
