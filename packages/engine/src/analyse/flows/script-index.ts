import type { Node } from 'oxc-parser';
import { isFunction, keyName, memberName } from '../nodes.ts';
import type { MemberWrite } from '../walked.ts';
import type { Binding, CallSite, FunctionInfo, Located, Scope } from '../scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import { aliasWrites } from './alias-writes.ts';
import { CallIndex, keyOf } from './call-index.ts';
import type { WritingCall } from './call-index.ts';
import { firstOf } from './first-of.ts';
import { ListsByKey, push } from './lists-by-key.ts';
import { ListsByName } from './lists-by-name.ts';
import { loopKeys } from './loop-keys.ts';
import type { Key } from './origin.ts';

/** A value written below a variable, or below `this`: `root.a.b = node`. */
export interface DeepWrite extends Located {
  readonly keys: readonly Key[];
}

/** A value written to a member of whatever object: `object.key = node`. */
export interface WrittenMember extends Located {
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
  /** The parameter that it writes below. */
  readonly parameter: Binding;
}

const chainMax = 6;
const callersMax = 30;
const emptyList: readonly never[] = [];
const noKeys: readonly Key[] = [];
const unknownKey: readonly Key[] = [undefined];

/** Ways back that the syntax tree does not show, of one script: who writes a member, and what functions are called. */
export class ScriptIndex {
  /** Who calls what, and hands on what. */
  readonly calls: CallIndex;
  private readonly script: ScriptReader;
  private readonly writesBelow = new ListsByKey<Binding, MemberWrite | DeepWrite, DeepWrite>(
    (write) => ('left' in write ? this.directWrite(write) : write),
  );
  private readonly writesBelowThis = new ListsByName((write: MemberWrite | DeepWrite) =>
    'left' in write ? { node: write.value, scope: write.scope, keys: noKeys } : write,
  );
  private readonly writesOfKey = new ListsByName((write: MemberWrite | WrittenMember) =>
    'left' in write ? { node: write.value, scope: write.scope, object: write.left.object } : write,
  );
  private names: Names | undefined;
  private aliases: ReadonlyMap<Binding, readonly DeepWrite[]> | undefined;
  private fillings: ReadonlyMap<Binding, readonly Filling[]> | undefined;

  constructor(script: ScriptReader) {
    this.script = script;
    this.calls = new CallIndex(script);
    for (const write of script.walked.memberWrites) this.addWrite(write);
    for (const call of this.calls.writing) this.addFilling(call);
  }

  /** `name.a.b = value`, `name.list.push(value)`, `Object.assign(name, value)` */
  below(binding: Binding): readonly DeepWrite[] {
    return this.writesBelow.get(binding);
  }

  /** The same through other names of a part of it. */
  belowAliases(binding: Binding): readonly DeepWrite[] {
    this.aliases ??= aliasWrites(this.writesBelow, this.script);
    return this.aliases.get(binding) ?? emptyList;
  }

  /** `this.key = value`, in all classes of the script. */
  belowThis(key: string): readonly DeepWrite[] {
    return this.writesBelowThis.get(key);
  }

  membersNamed(key: string): readonly WrittenMember[] {
    return this.writesOfKey.get(key);
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
    return (this.names ??= readNames(this.script));
  }

  private findFillings(): ReadonlyMap<Binding, readonly Filling[]> {
    const found = new Map<Binding, Filling[]>();
    for (const binding of this.writesBelow.keys()) {
      const { parameter } = binding;
      if (parameter === undefined || parameter.keys.length > 0) continue;
      for (const call of firstOf(parameter.of.calls, callersMax)) {
        const given = call.arguments[parameter.index];
        const filled = given?.type === 'Identifier' ? call.scope.lookup(given.name) : undefined;
        if (filled !== undefined)
          push(found, filled, { call, by: parameter.of, parameter: binding });
      }
    }
    return found;
  }

  private addWrite(write: MemberWrite): void {
    const { left, scope, binding } = write;
    const key = write.key ?? keyOf(left, scope, this.script);
    if (key !== undefined) this.writesOfKey.add(key, write);
    else for (const each of loopKeys(left, scope)) this.writesOfKey.add(each, write);
    if (write.form === 'member') {
      if (binding !== undefined) this.writesBelow.add(binding, write);
    } else if (write.form === 'own') {
      if (key !== undefined) this.writesBelowThis.add(key, write);
    } else this.addBelow(left, write.value, scope);
  }

  private directWrite(write: MemberWrite): DeepWrite {
    const { left, scope } = write;
    const key = write.key ?? keyOf(left, scope, this.script);
    return { node: write.value, scope, keys: [key] };
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
      this.writesBelow.add(binding, { node, scope, keys });
    } else if (root.type === 'ThisExpression') {
      const [first, ...keys] = this.keysTo(target, hops, scope, last);
      if (first !== undefined) this.writesBelowThis.add(first, { node, scope, keys });
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

  private addFilling({ call, method }: WritingCall): void {
    const { callee, arguments: given, scope } = call;
    if (method === 'defineProperty') return this.addDefinition(given, scope);
    const target = given[0];
    if (callee.type !== 'MemberExpression' || target === undefined) return;
    const { object } = callee;
    if (method === 'assign' || method === 'extend') {
      if (!isGlobalNamed(object, scope, method)) return;
      for (const other of given.slice(1, 9)) this.addBelow(target, other, scope);
    } else if (method === 'setState' && object.type === 'ThisExpression')
      this.writesBelowThis.add('state', { node: target, scope, keys: noKeys });
    else if (method === 'set' || method === 'append') {
      const key = given.length === 2 && target.type === 'Literal' ? keyName(target) : undefined;
      this.addFilled(object, given.at(-1)!, scope, [key]);
    } else if (method !== 'addListener')
      for (const node of given.slice(-4)) this.addFilled(object, node, scope, unknownKey);
  }

  private addFilled(object: Node, node: Node, scope: Scope, keys: readonly Key[]): void {
    if (!isFunction(node)) this.addBelow(object, node, scope, keys);
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

interface Names {
  readonly holders: ListsByName<Holder>;
  readonly getters: ListsByName<FunctionInfo>;
  readonly functions: ListsByName<FunctionInfo>;
}

function readNames(script: ScriptReader): Names {
  const { walked } = script;
  const holders = new ListsByName((holder: Holder) => holder);
  const getters = new ListsByName((info: FunctionInfo) => info);
  const functions = new ListsByName((info: FunctionInfo) => info);
  for (const property of walked.namedProperties) holders.add(property.name, property);
  for (const { value: node, left, key: written, scope } of walked.memberWrites) {
    if (node.type !== 'Identifier') continue;
    const key = written ?? keyOf(left, scope, script);
    if (key !== undefined) holders.add(node.name, { node, scope, key, object: left.object });
  }
  for (const { info, name } of walked.getters) getters.add(name, info);
  for (const info of walked.functions) {
    const key = info.owner?.key;
    if (key !== undefined) functions.add(key, info);
    for (const { node, scope } of info.assignedTo) {
      if (node.type !== 'AssignmentExpression' || node.left.type !== 'MemberExpression') continue;
      for (const each of loopKeys(node.left, scope)) functions.add(each, info);
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
