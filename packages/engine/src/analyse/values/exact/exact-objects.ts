import type { CallExpression, ClassElement, NewExpression, Node } from 'oxc-parser';
import { exactText } from '../../constants/fold-calls.ts';
import {
  bare,
  isFunction,
  isNothing,
  keyName,
  memberName,
  writtenName,
} from '../../syntax/nodes.ts';
import type { Binding, FunctionInfo, Located, Scope } from '../../syntax/scopes.ts';
import { isClass, ownerOfThis } from '../graph/classes.ts';
import type { ClassNode } from '../graph/classes.ts';
import type { DeepWrite } from '../index/script-index.ts';
import type { ScriptReader } from '../script-reader.ts';
import { nowhere } from './exact-results.ts';
import type { Closure, Frame } from './exact-results.ts';
import type { ExactValues } from './exact-values.ts';
import { usesAlone, usesOfThis } from './uses-alone.ts';
import type { Uses } from './uses-alone.ts';

/** An object, list, map or instance of which everything is known that is done with it. */
export interface Whole {
  /** The expression that makes it. */
  readonly made: Located;
  /** The variable that alone holds it, or the object that it is a member of. */
  readonly name: Binding;
  /** The way to it from there. */
  readonly keys: readonly string[];
  /** The class with those that it extends, or the object literal, whose methods run on what the variable holds. */
  readonly of: readonly Node[];
}

/** Calls of a method and writes that are looked through, how deep, and classes that extend one another. */
const callsMax = 12;
const depthMax = 6;
const classesMax = 4;

/** What is kept in objects, lists, maps and instances, each by itself: `store.set('one', x)` is not what `store.get('two')` gives. */
export class ExactObjects {
  private readonly script: ScriptReader;
  private readonly exact: ExactValues;
  private readonly wholes = new Map<Binding, Whole | null>();
  private readonly uses = new Map<Node | Binding, Uses | null>();
  private readonly entered = new Set<FunctionInfo>();
  private depth = 0;

  constructor(script: ScriptReader, exact: ExactValues) {
    this.script = script;
    this.exact = exact;
  }

  /** What `store.value`, `store[key]` is. */
  member(
    { object, property, computed }: Node & { type: 'MemberExpression' },
    scope: Scope,
    frame: Frame,
  ): Located | undefined {
    return this.deeper(() => {
      const whole = this.at(object, scope, frame);
      if (whole === undefined) return undefined;
      const key = computed ? this.keyText(property, scope, frame) : memberName(property);
      return key === undefined ? undefined : this.valueAt(whole, key);
    });
  }

  /** What `map.get(key)`, `list.shift()` and the like give. */
  result(
    { callee, arguments: given }: CallExpression,
    scope: Scope,
    frame: Frame,
  ): Located | undefined {
    if (callee.type !== 'MemberExpression' || callee.computed) return undefined;
    const method = keyName(callee.property);
    if (method !== 'get' && method !== 'shift' && method !== 'pop' && method !== 'at')
      return undefined;
    const [first] = given;
    return this.deeper(() => {
      const whole = this.at(callee.object, scope, frame);
      if (whole === undefined || this.kindOf(whole) !== (method === 'get' ? 'map' : 'list'))
        return undefined;
      if (method !== 'get') return this.element(whole);
      const key = first && this.keyText(first, scope, frame);
      return key === undefined ? undefined : this.entry(whole, key);
    });
  }

  /** The method that `store.take` is. */
  method(
    callee: Node & { type: 'MemberExpression' },
    scope: Scope,
    frame: Frame,
  ): Closure | undefined {
    const key = writtenName(callee);
    if (key === undefined) return undefined;
    return this.deeper(() => {
      const whole = this.at(callee.object, scope, frame);
      if (whole === undefined || whole.keys.length > 0 || this.isReplaced(whole, key))
        return undefined;
      const info = this.functionAt(whole, key, 'method');
      return info && { info, outer: nowhere, before: [], self: whole };
    });
  }

  private deeper<Answer>(ask: () => Answer | undefined): Answer | undefined {
    if (this.depth >= depthMax) return undefined;
    this.depth += 1;
    const answer = ask();
    this.depth -= 1;
    return answer;
  }

  /** The object that an expression is. */
  private at(expression: Node, scope: Scope, frame: Frame): Whole | undefined {
    const node = bare(expression);
    switch (node.type) {
      case 'Identifier': {
        const binding = scope.lookup(node.name);
        const held = binding && frame.held.get(binding);
        if (held !== undefined) return this.deeper(() => this.at(held.node, held.scope, nowhere));
        return binding && this.heldBy(binding);
      }
      case 'ThisExpression':
        return frame.self;
      case 'MemberExpression': {
        const key = writtenName(node);
        const around = key === undefined ? undefined : this.at(node.object, scope, frame);
        return around && this.part(around, key!);
      }
      default:
        return undefined;
    }
  }

  private heldBy(binding: Binding): Whole | undefined {
    let whole = this.wholes.get(binding);
    if (whole === undefined) {
      this.wholes.set(binding, null);
      whole = this.findHeld(binding) ?? null;
      this.wholes.set(binding, whole);
    }
    return whole ?? undefined;
  }

  private findHeld(binding: Binding): Whole | undefined {
    const { onlyWrite: write, position, passedTo } = binding;
    if (write?.kind !== 'value' || write.keys.length > 0 || position !== undefined)
      return undefined;
    // Elsewhere it may be another one by then.
    if (passedTo.length > 0 || write.scope.variables !== binding.scope.variables) return undefined;
    const made = { node: bare(write.node), scope: write.scope };
    const of = this.methodsOf(made);
    if (of === undefined || this.usesOf(binding) === undefined) return undefined;
    if (of.some((each) => this.usesOf(each) === undefined)) return undefined;
    if (of.length === 0 && this.usesOf(binding)!.givesItself) return undefined;
    const whole = { made, name: binding, keys: [], of };
    return this.isGivenMethod(whole) ? undefined : whole;
  }

  /** Whether it is given functions that run on it: `store.take = function () { … this.value … }` */
  private isGivenMethod({ name, of }: Whole): boolean {
    const { index } = this.script;
    return (
      of.length > 0 &&
      index
        .below(name)
        .some(
          ({ node, keys: [key], method }) =>
            method === undefined &&
            node.type !== 'ArrowFunctionExpression' &&
            (key === undefined
              ? isClass(of[0]!) || hasMethods(of[0]!)
              : index.calls
                  .named(key)
                  .some(
                    ({ callee, scope }) =>
                      callee.type === 'MemberExpression' &&
                      (bare(callee.object).type === 'ThisExpression' ||
                        this.script.bindingOf(bare(callee.object), scope) === name),
                  )),
        )
    );
  }

  private usesOf(of: Node | Binding): Uses | undefined {
    let known = this.uses.get(of);
    if (known === undefined) {
      const isName = 'writes' in of;
      const uses = isName ? usesAlone(of, this.script) : usesOfThis(of, this.script);
      known = uses === undefined || uses.isCalledByKey ? null : uses;
      this.uses.set(of, known);
    }
    return known ?? undefined;
  }

  /** What the methods of something stand in; undefined for what others may have put something into already. */
  private methodsOf({ node, scope }: Located): readonly Node[] | undefined {
    switch (node.type) {
      case 'ObjectExpression':
        return node.properties.every(isPlainProperty) ? [node] : undefined;
      case 'ArrayExpression':
        return node.elements.length === 0 ? [] : undefined;
      case 'NewExpression':
        if (isNewMap(node, scope)) return [];
        return this.classesOf(node, scope);
      default:
        return undefined;
    }
  }

  private classesOf({ callee }: NewExpression, scope: Scope): readonly Node[] | undefined {
    const classes: ClassNode[] = [];
    let named: Node | null = callee;
    while (named !== null) {
      const write: (Located & { keys: readonly unknown[] }) | undefined = this.script.bindingOf(
        named,
        scope,
      )?.onlyWrite;
      const of: Node | undefined = write?.keys.length === 0 ? write.node : undefined;
      if (of === undefined || !isClass(of) || classes.length >= classesMax) return undefined;
      if (of.decorators.length > 0 || of.body.body.some(isUnclear)) return undefined;
      classes.push(of);
      named = of.superClass;
    }
    return classes;
  }

  private part(around: Whole, key: string): Whole | undefined {
    const { name, of, keys } = around;
    if (keys.length > 0) return undefined;
    if ([name, ...of].some((each) => this.usesOf(each)?.bare.has(key) !== false)) return undefined;
    let made: Located | undefined;
    for (const located of this.given(around, key) ?? []) {
      const each = { node: bare(located.node), scope: located.scope };
      const isEmpty = isEmptyMade(each);
      // One that was filled before would have to be known from then on.
      if (!isEmpty || (made !== undefined && made.node.type !== each.node.type)) return undefined;
      made = each;
    }
    return made && { made, name, keys: [key], of };
  }

  private kindOf({ made: { node } }: Whole): 'list' | 'map' | 'object' {
    if (node.type === 'ArrayExpression') return 'list';
    return node.type === 'NewExpression' && isNamedMap(node.callee) ? 'map' : 'object';
  }

  private valueAt(whole: Whole, key: string): Located | undefined {
    const kind = this.kindOf(whole);
    if (kind === 'map') return undefined;
    if (kind === 'list') return /^\d+$/.test(key) ? this.element(whole) : undefined;
    if (whole.keys.length > 0) return this.entry(whole, key);
    const isAsked = [whole.name, ...whole.of].every((each) => this.usesOf(each)?.isKeyed === false);
    if (!isAsked && (isClass(whole.of[0]!) || hasMethods(whole.made.node))) return undefined;
    const getter = this.functionAt(whole, key, 'getter');
    if (getter !== undefined) return this.returned(getter, whole);
    if (this.functionAt(whole, key, 'method') !== undefined) return undefined;
    if (!isAsked) return this.entry(whole, key);
    // What it holds is given a member of its own.
    const writes = this.writesOf(whole, key) ?? [];
    if (writes.some(({ keys: [first, ...deeper] }) => first === key && deeper.length > 0))
      return undefined;
    return this.only(this.given(whole, key));
  }

  private returned(info: FunctionInfo, whole: Whole): Located | undefined {
    const [only, other] = info.returns;
    if (only === undefined || other !== undefined) return undefined;
    return this.exact.results.within(only.node, only.scope, { ...nowhere, self: whole });
  }

  /** All that a member of fixed name is given. */
  private given(whole: Whole, key: string): readonly Located[] | undefined {
    const found: Located[] = [];
    for (const of of whole.of) {
      const first = this.firstOf(of, key, whole);
      if (first !== undefined) found.push(first);
    }
    const writes = this.writesOf(whole, key);
    if (writes === undefined) return undefined;
    for (const { node, scope, keys } of writes) {
      if (keys[0] === undefined) return undefined;
      if (keys[0] !== key) continue;
      if (keys.length > 1) continue;
      for (const frame of this.frames(scope, whole)) found.push(this.inFrame(node, scope, frame));
    }
    return found;
  }

  /** What is kept under a key that is worked out. */
  private entry(whole: Whole, key: string): Located | undefined {
    const writes = this.writesOf(whole, key);
    if (writes === undefined) return undefined;
    const found: Located[] = [];
    const { node: made, scope: from } = whole.made;
    if (made.type === 'ObjectExpression')
      for (const entry of made.properties)
        if (entry.type === 'Property' && keyName(entry.key) === key)
          found.push({ node: entry.value, scope: from });
    for (const { node, scope, keys, computedKey } of writes) {
      const [written, ...deeper] = keys;
      if (deeper.length > 0) return undefined;
      if (written !== undefined && written !== key) continue;
      for (const frame of this.frames(scope, whole)) {
        if (written === undefined) {
          const text = computedKey && this.keyText(computedKey, scope, frame);
          if (text === undefined) return undefined;
          if (text !== key) continue;
        }
        found.push(this.inFrame(node, scope, frame));
      }
    }
    return this.only(found);
  }

  /** What each element of a list is. */
  private element(whole: Whole): Located | undefined {
    const writes = this.writesOf(whole, undefined);
    const found: Located[] = [];
    for (const { node, scope, keys, computedKey } of writes ?? []) {
      if (keys.length !== 1 || computedKey !== undefined) return undefined;
      for (const frame of this.frames(scope, whole)) found.push(this.inFrame(node, scope, frame));
    }
    return this.only(found);
  }

  /** All writes below it, their keys from there on; undefined where one may be unknown. */
  private writesOf(whole: Whole, key: string | undefined): readonly DeepWrite[] | undefined {
    const { index } = this.script;
    const { name, keys, of } = whole;
    if (index.belowAliases(name).length > 0 || index.fillingsOf(name).length > 0) return undefined;
    const [first = key] = keys;
    const ofThis = first === undefined ? [] : index.belowThis(first);
    // A function of which it is not known what it runs on.
    if (
      ofThis.some(
        ({ scope }) => ownerOfThis(scope)?.owner === undefined && ownerOfThis(scope) !== undefined,
      )
    )
      return undefined;
    if (
      first !== undefined &&
      index.membersNamed(first).some(({ object }) => isOfPrototype(object))
    )
      return undefined;
    const own = ofThis
      .filter(({ scope }) => isOwnThis(scope, of))
      .map((write) => ({ ...write, keys: [first, ...write.keys] }));
    if (first !== undefined && index.belowAliasesOfThis(first).length > 0) return undefined;
    if (first !== undefined && index.fillingsOfThis(first).length > 0) return undefined;
    const found: DeepWrite[] = [];
    for (const write of [...index.below(name), ...own]) {
      // `store.set(x)` is a method of its own.
      const isCalled = write.method !== undefined && write.keys.length === 1;
      if (isCalled && this.functionAt(whole, write.method, 'method') !== undefined) continue;
      if (write.keys.length <= keys.length) {
        // `this.kept = {}` begins anew.
        const isSame = write.keys.length > 0 && write.keys.every((each, at) => each === keys[at]);
        if (write.keys.length === 0 || (isSame && !isEmptyMade(write))) return undefined;
        continue;
      }
      if (keys.some((_, at) => write.keys[at] === undefined)) return undefined;
      if (keys.every((each, at) => each === write.keys[at]))
        found.push({ ...write, keys: write.keys.slice(keys.length) });
    }
    return found.length > callsMax ? undefined : found;
  }

  /** What a class or an object literal gives the member at first. */
  private firstOf(of: Node, key: string, { made }: Whole): Located | undefined {
    if (of.type === 'ObjectExpression')
      for (const entry of of.properties)
        if (entry.type === 'Property' && entry.kind === 'init' && keyName(entry.key) === key)
          return { node: entry.value, scope: made.scope };
    if (!isClass(of)) return undefined;
    const scope = this.script.walked.classScopes.get(of) ?? this.script.walked.scope;
    for (const member of of.body.body)
      if (member.type === 'PropertyDefinition' && !member.static && memberName(member.key) === key)
        return member.value === null ? undefined : { node: member.value, scope };
    return undefined;
  }

  /** The function of the class, or of those that it extends. */
  private functionAt(
    { of }: Whole,
    key: string,
    kind: 'getter' | 'method' | 'setter',
  ): FunctionInfo | undefined {
    for (const each of of) {
      const members = isClass(each)
        ? each.body.body
        : each.type === 'ObjectExpression'
          ? each.properties
          : [];
      for (const member of members) {
        if (!('key' in member) || !('value' in member) || member.value === null) continue;
        if (('static' in member && member.static) || memberName(member.key) !== key) continue;
        const info = isFunction(member.value)
          ? this.script.walked.functionOf.get(member.value)
          : undefined;
        const found = 'kind' in member ? (member.kind as string) : 'field';
        const meant = found === 'get' ? 'getter' : found === 'set' ? 'setter' : 'method';
        if (info !== undefined && meant === kind) return info;
      }
    }
    return undefined;
  }

  /** Whether something else may be put where the method is. */
  private isReplaced({ name, of }: Whole, key: string): boolean {
    return (
      this.script.index.membersNamed(key).length > 0 ||
      [name, ...of].some((each) => this.usesOf(each)?.isKeyed !== false)
    );
  }

  /** What is known of calls, wherever the code runs that stands in the scope. */
  private frames(scope: Scope, whole: Whole): readonly Frame[] {
    const owner = ownerOfThis(scope);
    const own = owner !== undefined && isOwnThis(scope, whole.of) ? owner : undefined;
    const info = own ?? scope.function;
    if (info === undefined) return [nowhere];
    const self = own === undefined ? undefined : whole;
    if (this.entered.has(info) || this.depth >= depthMax) return [{ ...nowhere, self }];
    this.entered.add(info);
    this.depth += 1;
    const found = own === undefined ? this.framesByName(info) : this.framesOfMethod(own, whole);
    this.depth -= 1;
    this.entered.delete(info);
    return found ?? [{ ...nowhere, self }];
  }

  private framesOfMethod(info: FunctionInfo, whole: Whole): readonly Frame[] | undefined {
    const { owner } = info;
    const { made, name, of } = whole;
    const closure: Closure = { info, outer: nowhere, before: [], self: whole };
    const enter = (given: readonly Node[], scope: Scope, frame: Frame): Frame | undefined =>
      this.exact.results.enter(closure, given, scope, frame);
    if (owner?.kind === 'constructor') {
      if (owner.of !== of.find(hasConstructor) || made.node.type !== 'NewExpression')
        return undefined;
      if (of[0] !== owner.of && of.slice(0, of.indexOf(owner.of)).some(hasConstructor))
        return undefined;
      const entered = enter(made.node.arguments, made.scope, nowhere);
      return entered && [entered];
    }
    const key = owner?.key;
    if (
      key === undefined ||
      this.functionAt(
        whole,
        key,
        owner!.kind === 'setter' ? 'setter' : owner!.kind === 'getter' ? 'getter' : 'method',
      ) !== info
    )
      return undefined;
    const found: (Frame | undefined)[] = [];
    if (owner!.kind === 'getter') return [{ ...nowhere, self: whole }];
    if (owner!.kind === 'setter') {
      for (const { node, scope, keys } of this.writesOf(whole, key) ?? [])
        if (keys[0] === key && keys.length === 1)
          for (const frame of this.frames(scope, whole)) found.push(enter([node], scope, frame));
    } else {
      if ([name, ...of].some((each) => this.usesOf(each)?.taken.has(key) !== false))
        return undefined;
      for (const call of this.script.index.calls.named(key)) {
        if (call.callee.type !== 'MemberExpression') continue;
        const object = bare(call.callee.object);
        const isOwn = object.type === 'ThisExpression' && isOwnThis(call.scope, of);
        if (!isOwn && this.script.bindingOf(object, call.scope) !== name) continue;
        for (const frame of this.frames(call.scope, whole))
          found.push(enter(call.arguments, call.scope, frame));
      }
    }
    if (found.length > callsMax || found.includes(undefined)) return undefined;
    return found as readonly Frame[];
  }

  /** By the calls of a function that has a name and is only called. */
  framesByName(info: FunctionInfo): readonly Frame[] | undefined {
    const { binding } = info;
    if (binding === undefined || info.passedTo.length > 0 || info.calls.length === 0)
      return undefined;
    if (binding.onlyWrite === undefined || binding.passedTo.length > 0) return undefined;
    const uses = this.usesOf(binding);
    if (uses === undefined || uses.taken.size + uses.called.size > 0) return undefined;
    const closure: Closure = { info, outer: nowhere, before: [] };
    const found: Frame[] = [];
    for (const call of info.calls) {
      const entered = this.exact.results.enter(closure, call.arguments, call.scope, nowhere);
      if (entered === undefined || found.length >= callsMax) return undefined;
      found.push(entered);
    }
    return found;
  }

  private inFrame(node: Node, scope: Scope, frame: Frame): Located {
    return this.exact.results.within(node, scope, frame) ?? { node, scope };
  }

  /** The key that an expression is in a call. */
  private keyText(node: Node, scope: Scope, frame: Frame): string | undefined {
    const asked = this.exact.results.within(node, scope, frame) ?? { node, scope };
    if (this.script.bindingOf(asked.node, asked.scope)?.parameter !== undefined) return undefined;
    const value = this.script.fold(asked.node, asked.scope);
    return value.kind === 'number' ? String(value.value) : exactText(value);
  }

  /** The only one of several, those left out that say nothing. */
  private only(values: readonly Located[] | undefined): Located | undefined {
    let only: Located | undefined;
    for (const { node, scope } of values ?? []) {
      const value = bare(node);
      if (isNothing(value) || isEmptyLiteral(value)) continue;
      if (only !== undefined && only.node !== value) return undefined;
      only = { node: value, scope };
    }
    return only === undefined || this.mayChange(only) ? undefined : only;
  }

  /** Whether others who get it may put something into it: an object that is made here, itself or by a name. */
  private mayChange({ node, scope }: Located): boolean {
    const { source } = this.script;
    const held = this.script.bindingOf(node, scope)?.writes ?? [];
    return mayChange(node, source) || held.some((write) => mayChange(bare(write.node), source));
  }
}

function isOwnThis(scope: Scope, of: readonly Node[]): boolean {
  const owner = ownerOfThis(scope)?.owner;
  return owner !== undefined && of.includes(owner.of);
}

/** `Store.prototype`, of which instances have what they are not given themselves */
function isOfPrototype(object: Node): boolean {
  const key = object.type === 'MemberExpression' ? keyName(object.property) : undefined;
  return key === 'prototype' || key === '__proto__';
}

function isPlainProperty(entry: Node): boolean {
  return entry.type === 'Property' && !entry.computed && keyName(entry.key) !== '__proto__';
}

function hasMethods(node: Node): boolean {
  return (
    node.type === 'ObjectExpression' &&
    node.properties.some((entry) => entry.type === 'Property' && isFunction(entry.value))
  );
}

/** A member whose name is worked out, or which a decorator may replace. */
function isUnclear(member: ClassElement): boolean {
  return (
    ('computed' in member && member.computed) ||
    ('decorators' in member && member.decorators.length > 0)
  );
}

function hasConstructor(of: Node): boolean {
  return (
    isClass(of) &&
    of.body.body.some(
      (member) => member.type === 'MethodDefinition' && member.kind === 'constructor',
    )
  );
}

function isNamedMap(callee: Node): boolean {
  return callee.type === 'Identifier' && /^(?:Weak)?Map$/.test(callee.name);
}

function isNewMap({ callee, arguments: given }: NewExpression, scope: Scope): boolean {
  return isNamedMap(callee) && given.length === 0 && scope.lookup(keyName(callee)!) === undefined;
}

/** `{}`, `[]`, `new Map()` */
function isEmptyMade({ node, scope }: Located): boolean {
  switch (node.type) {
    case 'ObjectExpression':
      return node.properties.length === 0;
    case 'ArrayExpression':
      return node.elements.length === 0;
    case 'NewExpression':
      return isNewMap(node, scope);
    default:
      return false;
  }
}

/** `''`, `0`, `false`: what a member is before it is given anything. */
function isEmptyLiteral(node: Node): boolean {
  return node.type === 'Literal' && (node.value === '' || node.value === 0 || node.value === false);
}

/** Whether others who get it may put something into it, or into what it is put into. */
function mayChange(node: Node, source: string): boolean {
  switch (node.type) {
    case 'ArrayExpression':
    case 'ObjectExpression':
    case 'NewExpression':
      return true;
    case 'FunctionExpression':
      return /\bthis\b/.test(source.slice(node.start, node.end));
    default:
      return false;
  }
}
