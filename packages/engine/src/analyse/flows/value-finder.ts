// An object's members are found by the values of what they are written to, and values by members: one file.
import type { Node } from 'oxc-parser';
import { bare, isFunction, keyName, memberName } from '../nodes.ts';
import type { Binding, CallSite, FunctionInfo, Located, Scope } from '../scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import { asyncBody } from './async-forms.ts';
import { BundleModules } from './bundle-modules.ts';
import type { BundleModule } from './bundle-modules.ts';
import { firstOf } from './first-of.ts';
import type { ScriptIndex } from './script-index.ts';

const depthMax = 24;
/** Expressions that are looked at for one script. Some bundles use up any number, and three times as many tell no more. */
const stepsMax = 100_000;
const valuesMax = 6;
/** Writes to members of one name that are compared with the object in question. */
const sameNameMax = 40;
const nothing: readonly Located[] = [];
const noCalls: readonly CallSite[] = [];
const noFunctions: readonly FunctionInfo[] = [];

/**
 * Which functions, classes and object literals of the script an expression may stand for: what is called by
 * `api.send(x)` and what `this.key` holds. An object is known by the node that makes it; an instance by its
 * class, what a bundle's module exports by the module's function.
 */
export class ValueFinder {
  readonly modules: BundleModules;
  private readonly script: ScriptReader;
  private readonly index: ScriptIndex;
  private readonly ofBinding = new Map<Binding, readonly Located[]>();
  private readonly ofMember = new Map<Node, Map<string, readonly Located[]>>();
  private readonly thisOfFunction = new Map<FunctionInfo, Located | undefined>();
  private steps = 0;
  private depth = 0;

  constructor(script: ScriptReader, index: ScriptIndex) {
    this.script = script;
    this.index = index;
    this.modules = new BundleModules(script, index);
  }

  /** Whether there were more questions than are answered. */
  get isShortened(): boolean {
    return this.steps > stepsMax;
  }

  /** Local functions that the expression may stand for; `new` of a class or of one of these runs them. */
  functions(node: Node, scope: Scope): readonly FunctionInfo[] {
    const callee = bare(node);
    const named = this.script.resolver.functionNamed(callee, scope);
    return named === undefined ? this.functionsHeld(callee, scope) : [named];
  }

  private functionsHeld(callee: Node, scope: Scope): readonly FunctionInfo[] {
    // Without a list while there is nothing to put into it: of most callees nothing is known.
    let found: FunctionInfo[] | undefined;
    for (const value of this.values(callee, scope)) {
      const info = isFunction(value.node)
        ? this.script.walked.functionOf.get(value.node)
        : this.constructorOf(value.node);
      if (info === undefined || found?.includes(info) === true) continue;
      if (found === undefined) found = [info];
      else found.push(info);
    }
    return found ?? noFunctions;
  }

  /** What the expression may stand for; `at` where both are at hand as one already. */
  values(node: Node, scope: Scope, at?: Located): readonly Located[] {
    this.steps += 1;
    if (this.depth > depthMax || this.steps > stepsMax) return nothing;
    this.depth += 1;
    const values = this.compute(node, scope, at);
    this.depth -= 1;
    return values;
  }

  private compute(node: Node, scope: Scope, at: Located | undefined): readonly Located[] {
    switch (node.type) {
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'ArrowFunctionExpression':
      case 'ClassDeclaration':
      case 'ClassExpression':
      case 'ObjectExpression':
      case 'ArrayExpression':
        return [at ?? { node, scope }];
      case 'Identifier': {
        const binding = scope.lookup(node.name);
        return binding === undefined ? nothing : this.valuesOfBinding(binding);
      }
      case 'ThisExpression': {
        const owner = this.thisAt(scope);
        return owner === undefined ? nothing : [owner];
      }
      case 'MemberExpression': {
        if (node.computed && node.property.type !== 'Literal') return nothing;
        const key = this.script.resolver.keyOf(node, scope) ?? memberName(node.property);
        return key === undefined ? nothing : this.below(this.values(node.object, scope), key);
      }
      case 'AssignmentExpression':
        return node.operator === '=' ? this.values(node.right, scope) : nothing;
      case 'ConditionalExpression':
        return joined(this.values(node.consequent, scope), this.values(node.alternate, scope));
      case 'LogicalExpression':
        return joined(this.values(node.left, scope), this.values(node.right, scope));
      case 'SequenceExpression':
        return this.values(node.expressions.at(-1)!, scope);
      case 'ChainExpression':
      case 'ParenthesizedExpression':
        return this.values(node.expression, scope);
      case 'AwaitExpression':
        return this.values(node.argument, scope);
      case 'NewExpression': {
        const made = this.values(node.callee, scope);
        return made.filter((each) => isFunction(each.node) || isClass(each.node));
      }
      case 'CallExpression':
        return this.valuesOfCall(node, scope);
      default:
        return nothing;
    }
  }

  private valuesOfBinding(binding: Binding): readonly Located[] {
    const known = this.ofBinding.get(binding);
    if (known !== undefined) return known;
    this.ofBinding.set(binding, nothing);
    let found: readonly Located[] = nothing;
    const { parameter } = binding;
    const module = this.modules.of(parameter?.of);
    if (module?.exports === binding) found = [{ node: module.factory.node, scope: binding.scope }];
    for (const { node, scope, kind, keys } of firstOf(binding.writes, valuesMax)) {
      if (kind === 'unknown' || node.type === 'ImportDeclaration') continue;
      let values = this.values(node, scope);
      if (kind === 'element') values = this.elements(values);
      for (const key of keys) values = key === undefined ? nothing : this.below(values, key);
      found = joined(found, values);
    }
    for (const { arguments: given, scope } of firstOf(parameter?.of.calls ?? noCalls, valuesMax)) {
      const argument = given[parameter!.index];
      if (argument === undefined || argument.type === 'SpreadElement') continue;
      let values = this.values(argument, scope);
      for (const key of parameter!.keys)
        values = key === undefined ? nothing : this.below(values, key);
      found = joined(found, values);
    }
    this.ofBinding.set(binding, found);
    return found;
  }

  private elements(values: readonly Located[]): readonly Located[] {
    let found: readonly Located[] = nothing;
    for (const { node, scope } of values) {
      if (node.type !== 'ArrayExpression') continue;
      for (const element of firstOf(node.elements, valuesMax))
        if (element !== null) found = joined(found, this.values(element, scope));
    }
    return found;
  }

  private valuesOfCall(node: Node & { type: 'CallExpression' }, scope: Scope): readonly Located[] {
    const body = asyncBody(node);
    if (body !== undefined) return this.values(body, scope);
    const callee = bare(node.callee);
    const modules = this.modules.required(node, scope);
    if (modules !== undefined) return this.valuesOfModules(modules);
    if (callee.type === 'MemberExpression') {
      const method = keyName(callee.property);
      const [first] = node.arguments;
      if (method === 'bind') return this.values(callee.object, scope);
      // `n.n(module)` and `Object.freeze(object)` stand for what they are given.
      if (first !== undefined && isIdentity(callee.object, method))
        return this.values(first, scope);
    }
    const named = this.script.resolver.functionNamed(callee, scope);
    if (named !== undefined) return this.returned(named);
    let found: readonly Located[] = nothing;
    for (const info of firstOf(this.functionsHeld(callee, scope), 3))
      found = joined(found, this.returned(info));
    return found;
  }

  private returned({ returns }: FunctionInfo): readonly Located[] {
    let found: readonly Located[] = nothing;
    for (const result of firstOf(returns, 4))
      found = joined(found, this.values(result.node, result.scope, result));
    return found;
  }

  private valuesOfModules(modules: readonly BundleModule[]): readonly Located[] {
    return modules.flatMap((module): readonly Located[] => {
      const whole = this.modules.whole(module);
      const own = { node: module.factory.node, scope: module.factory.scope };
      return [own, ...whole.flatMap((value) => this.values(value.node, value.scope))];
    });
  }

  private below(objects: readonly Located[], key: string): readonly Located[] {
    if (key === 'prototype' || key === '__proto__') return objects;
    let found: readonly Located[] = nothing;
    for (const object of objects) {
      for (const member of this.members(object, key))
        found = joined(found, this.values(member.node, member.scope, member));
    }
    return found;
  }

  /** Expressions that a member of the object is given. */
  members(object: Located, key: string): readonly Located[] {
    let known = this.ofMember.get(object.node);
    if (known === undefined) this.ofMember.set(object.node, (known = new Map()));
    let found = known.get(key);
    if (found === undefined) {
      known.set(key, nothing);
      found = this.computeMembers(object, key);
      known.set(key, found);
    }
    return found;
  }

  private computeMembers(object: Located, key: string): readonly Located[] {
    const { node } = object;
    const found: Located[] = [];
    if (node.type === 'ObjectExpression')
      found.push(...this.membersOfLiteral(node, object.scope, key));
    else if (node.type === 'ArrayExpression') {
      const element = /^\d{1,6}$/.test(key) ? node.elements[Number(key)] : undefined;
      if (element !== null && element !== undefined)
        found.push({ node: element, scope: object.scope });
    } else if (isClass(node)) found.push(...this.membersOfClass(node, key));
    else if (isFunction(node)) {
      const module = this.modules.of(this.script.walked.functionOf.get(node));
      if (module !== undefined) found.push(...this.modules.exported(module, key));
    }
    for (const write of firstOf(this.index.belowThis(key), sameNameMax))
      if (write.keys.length === 0 && this.thisAt(write.scope)?.node === node) found.push(write);
    for (const write of firstOf(this.index.membersNamed(key), sameNameMax)) {
      if (write.object.type === 'ThisExpression') continue;
      if (has(this.values(write.object, write.scope), node)) found.push(write);
    }
    if (found.length === 0) found.push(...this.inherited(object, key));
    return firstOf(found, 20);
  }

  private membersOfLiteral(
    node: Node & { type: 'ObjectExpression' },
    scope: Scope,
    key: string,
  ): readonly Located[] {
    const found: Located[] = [];
    for (const entry of firstOf(node.properties, 500)) {
      if (entry.type === 'SpreadElement') {
        for (const spread of this.values(entry.argument, scope))
          found.push(...this.members(spread, key));
      } else if (keyName(entry.key) === key && (!entry.computed || entry.key.type === 'Literal')) {
        if (entry.kind === 'get') found.push(...this.results(entry.value));
        else if (entry.kind === 'init') found.push({ node: entry.value, scope });
      }
    }
    return found;
  }

  private membersOfClass(node: ClassNode, key: string): readonly Located[] {
    const found: Located[] = [];
    const scope = this.script.walked.classScopes.get(node) ?? this.script.walked.scope;
    for (const member of node.body.body) {
      if (member.type !== 'MethodDefinition' && member.type !== 'PropertyDefinition') continue;
      if (member.value === null || memberName(member.key) !== key) continue;
      const kind = 'kind' in member ? member.kind : 'field';
      if (kind === 'get') found.push(...this.results(member.value));
      else if (kind === 'field' || kind === 'method') found.push({ node: member.value, scope });
    }
    return found;
  }

  private inherited({ node, scope }: Located, key: string): readonly Located[] {
    if (isClass(node)) {
      if (node.superClass === null) return nothing;
      const bases = this.values(node.superClass, scope).filter((base) => base.node !== node);
      return bases.flatMap((base) => this.members(base, key));
    }
    if (!isFunction(node) || key === 'prototype') return nothing;
    // `Name.prototype = { key: … }`
    return this.members({ node, scope }, 'prototype').flatMap((given) =>
      this.values(given.node, given.scope)
        .filter((value) => value.node !== node)
        .flatMap((value) => this.members(value, key)),
    );
  }

  private results(getter: Node): readonly Located[] {
    if (!isFunction(getter)) return nothing;
    return this.script.walked.functionOf.get(getter)?.returns.slice(0, 4) ?? nothing;
  }

  private constructorOf(node: Node): FunctionInfo | undefined {
    if (!isClass(node)) return undefined;
    for (const member of node.body.body) {
      if (member.type === 'MethodDefinition' && member.kind === 'constructor')
        return this.script.walked.functionOf.get(member.value);
    }
    return undefined;
  }

  /** The object, or class for its instances, that `this` is there. */
  thisAt(scope: Scope): Located | undefined {
    let info = scope.function;
    while (info?.node.type === 'ArrowFunctionExpression' && !isField(info)) info = info.parent;
    if (info === undefined) return undefined;
    if (this.thisOfFunction.has(info)) return this.thisOfFunction.get(info);
    this.thisOfFunction.set(info, undefined);
    const owner = this.computeThis(info);
    this.thisOfFunction.set(info, owner);
    return owner;
  }

  private computeThis(info: FunctionInfo): Located | undefined {
    const { owner } = info;
    const outer = info.scope.parent ?? this.script.walked.scope;
    if (owner !== undefined && isClass(owner.of)) return { node: owner.of, scope: outer };
    if (owner?.of.type === 'ObjectExpression') {
      // `_createClass(Name, [{ key: 'send', value: function () { … } }])` leaves it to names.
      return owner.key === 'value' ? undefined : { node: owner.of, scope: outer };
    }
    if (info.target?.type === 'MemberExpression') {
      const [object] = this.values(info.target.object, outer);
      if (object !== undefined) return object;
    }
    return { node: info.node, scope: outer };
  }
}

type ClassNode = Node & { type: 'ClassDeclaration' | 'ClassExpression' };

export function isClass(node: Node): node is ClassNode {
  return node.type === 'ClassDeclaration' || node.type === 'ClassExpression';
}

/** An arrow function as a field of a class has the class's `this`. */
function isField({ owner }: FunctionInfo): boolean {
  return owner?.kind === 'field' && isClass(owner.of);
}

function isIdentity(object: Node, method: string | undefined): boolean {
  if (object.type !== 'Identifier') return false;
  if (method === 'n') return object.name.length <= 20 && object.name !== '$';
  return (
    object.name === 'Object' &&
    /^(?:assign|create|defineProperties|defineProperty|freeze|seal)$/.test(method ?? '')
  );
}

function joined(left: readonly Located[], right: readonly Located[]): readonly Located[] {
  if (right.length === 0) return left;
  if (left.length === 0) return right;
  // Nearly always the right side holds nothing new.
  let all: Located[] | undefined;
  for (const value of right) {
    const known = all ?? left;
    if (known.length >= valuesMax) break;
    if (has(known, value.node)) continue;
    if (all === undefined) all = [...left, value];
    else all.push(value);
  }
  return all ?? left;
}

function has(values: readonly Located[], node: Node): boolean {
  for (const value of values) if (value.node === node) return true;
  return false;
}
