import type { CallExpression, Node } from 'oxc-parser';
import { exactText } from '../../constants/fold-calls.ts';
import {
  bare,
  isFunction,
  isNamed,
  isNothing,
  keyName,
  memberName,
  writtenName,
  writtenValue,
} from '../../syntax/nodes.ts';
import { placesOf } from '../../syntax/places.ts';
import type { Binding, FunctionInfo, Located, Scope } from '../../syntax/scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import { isClass } from '../graph/classes.ts';
import type { Whole } from './exact-objects.ts';
import type { Run } from './exact-runs.ts';
import type { ExactValues } from './exact-values.ts';

/** What parameters hold in one call, and all arguments. */
export interface Frame {
  readonly held: ReadonlyMap<Binding, Located>;
  readonly given: readonly Located[];
  readonly receiver: Located | undefined;
  /** The object that `this` is, where all is known that is done with it. */
  readonly self?: Whole | undefined;
  /** What rest parameters hold. */
  readonly rest?: ReadonlyMap<Binding, readonly Located[]>;
  /** Runs around it that made what is called, with what they hold. */
  readonly runs: readonly { readonly run: Run; readonly frame: Frame }[];
}

/** A function, in the calls that it was made in, with the arguments that `bind` puts first. */
export interface Closure {
  readonly info: FunctionInfo;
  readonly outer: Frame;
  readonly before: readonly Located[];
  readonly receiver?: Located | undefined;
  readonly self?: Whole | undefined;
}

const depthMax = 8;
/** Where nothing is known of any call. */
export const nowhere: Frame = { held: new Map(), given: [], receiver: undefined, runs: [] };

/** What calls give back of their own arguments, through the functions of the script, each call by itself. */
export class ExactResults {
  private readonly script: ScriptReader;
  private readonly exact: ExactValues;
  private depth = 0;

  constructor(script: ScriptReader, exact: ExactValues) {
    this.script = script;
    this.exact = exact;
  }

  /** The argument that a call gives back, its own or that of a call around; undefined where it gives anything else. */
  of(call: CallExpression, scope: Scope): Located | undefined {
    return this.result(call, scope, nowhere);
  }

  private result(call: CallExpression, scope: Scope, frame: Frame): Located | undefined {
    if (this.depth >= depthMax) return undefined;
    this.depth += 1;
    const { callee, given, receiver } = calledBy(call);
    const closure = this.closure(bare(callee), scope, frame);
    const self = receiver && { node: receiver, scope };
    const inner = closure && this.enter({ receiver: self, ...closure }, given, scope, frame);
    const returned = inner && this.returned(closure.info);
    const chosen = inner && returned === undefined ? this.chosen(closure.info, inner) : undefined;
    const result = returned ?? chosen;
    const found =
      inner === undefined || result === undefined || this.isFilled(result)
        ? undefined
        : (this.evaluate(result.node, result.scope, inner) ??
          chosen ??
          (frame !== nowhere && closure !== undefined && isOfNoCall(closure.info)
            ? result
            : undefined));
    this.depth -= 1;
    return found;
  }

  /** Whether the function may put something into what it gives back. */
  private isFilled({ node, scope }: Located): boolean {
    const binding = this.script.bindingOf(node, scope);
    return (
      binding !== undefined && (binding.propertyWrites !== undefined || binding.passedTo.length > 0)
    );
  }

  /** The function that a callee is, with what is known of the calls that made it. */
  closure(callee: Node, scope: Scope, frame: Frame): Closure | undefined {
    if (this.depth >= depthMax) return undefined;
    const ofRun =
      callee.type === 'MemberExpression' ? this.exact.runs.method(callee, scope, frame) : undefined;
    if (ofRun !== undefined) return ofRun;
    const ofObject =
      callee.type === 'MemberExpression'
        ? this.exact.objects.method(callee, scope, frame)
        : undefined;
    if (ofObject !== undefined) return ofObject;
    const named = this.script.resolver.functionNamed(callee, scope);
    if (named !== undefined) return { info: named, outer: nowhere, before: [] };
    if (callee.type === 'CallExpression') return this.made(callee, scope, frame);
    if (callee.type === 'MemberExpression') return this.staticMethod(callee, scope);
    const binding = this.script.bindingOf(callee, scope);
    if (binding === undefined) return undefined;
    const held = frame.held.get(binding);
    if (held !== undefined) return this.closure(bare(held.node), held.scope, nowhere);
    const { onlyWrite: write } = binding;
    if (write?.kind !== 'value' || binding.position !== undefined) return undefined;
    if (write.keys.length > 0) return this.exact.runs.partHeld(binding);
    return write.node.type === 'CallExpression'
      ? this.made(write.node, write.scope, nowhere, binding)
      : undefined;
  }

  /** `Name.method` of a class */
  private staticMethod(
    { object, property, computed }: Node & { type: 'MemberExpression' },
    scope: Scope,
  ): Closure | undefined {
    const of = computed ? undefined : this.script.bindingOf(object, scope)?.onlyWrite?.node;
    if (of === undefined || !isClass(of)) return undefined;
    const name = memberName(property);
    for (const member of of.body.body) {
      if (member.type !== 'MethodDefinition' || !member.static || member.computed) continue;
      if (member.kind !== 'method' || memberName(member.key) !== name) continue;
      const info = this.script.walked.functionOf.get(member.value);
      return info && { info, outer: nowhere, before: [] };
    }
    return undefined;
  }

  /** `f.bind(object, first)`, or a function that a call returns. */
  private made(
    call: CallExpression,
    scope: Scope,
    frame: Frame,
    holder?: Binding,
  ): Closure | undefined {
    const { callee } = call;
    this.depth += 1;
    let found: Closure | undefined;
    if (callee.type === 'MemberExpression' && keyName(callee.property) === 'bind') {
      const bound = this.closure(bare(callee.object), scope, frame);
      const before = call.arguments.slice(1).map((node) => ({ node, scope }));
      const [first] = call.arguments;
      const receiver = first && { node: first, scope };
      found = bound && { ...bound, before: [...bound.before, ...before], receiver };
    } else {
      const made = this.exact.runs.madeBy(call, scope, frame, holder);
      const info = made && this.functionOf(made);
      found = info && { info, outer: made.frame, before: [] };
    }
    this.depth -= 1;
    return found;
  }

  /** What the function's parameters hold in a call of it. */
  enter(
    { info, outer, before, receiver, self }: Closure,
    args: readonly Node[],
    scope: Scope,
    frame: Frame,
  ): Frame | undefined {
    const given = [...before];
    for (const node of args) {
      if (node.type !== 'SpreadElement')
        given.push(this.evaluate(node, scope, frame) ?? { node, scope });
      else {
        const binding = this.script.bindingOf(node.argument, scope);
        const rest = binding && frame.rest?.get(binding);
        if (rest === undefined) return undefined;
        given.push(...rest);
      }
    }
    const held = new Map(outer.held);
    for (const [index, argument] of given.entries()) {
      const parameter = info.node.params[index];
      if (parameter?.type === 'ObjectPattern') this.hold(parameter, argument, info, held);
      const name = parameter?.type === 'Identifier' ? parameter.name : undefined;
      const binding = name === undefined ? undefined : info.scope.own(name);
      if (binding?.writes.length === 0) held.set(binding, argument);
    }
    const rest = new Map(outer.rest);
    const last = info.node.params.at(-1);
    const all =
      last?.type === 'RestElement' && last.argument.type === 'Identifier'
        ? info.scope.own(last.argument.name)
        : undefined;
    if (
      all?.writes.length === 0 &&
      all.propertyWrites === undefined &&
      this.script.index.below(all).length === 0
    )
      rest.set(all, given.slice(info.node.params.length - 1));
    const inner = info.node.type === 'ArrowFunctionExpression' ? (self ?? outer.self) : self;
    return { held, given, receiver, self: inner, runs: outer.runs, rest };
  }

  /** What names of a pattern hold of an object that is written out. */
  private hold(
    { properties }: Node & { type: 'ObjectPattern' },
    { node, scope }: Located,
    info: FunctionInfo,
    held: Map<Binding, Located>,
  ): void {
    for (const entry of properties) {
      if (entry.type !== 'Property' || entry.computed || entry.value.type !== 'Identifier')
        continue;
      const binding = info.scope.own(entry.value.name);
      const value = writtenValue(node, keyName(entry.key));
      if (binding?.writes.length === 0 && value !== undefined)
        held.set(binding, { node: value, scope });
    }
  }

  /** The only expression that the function returns. */
  private returned({ returns, yields }: FunctionInfo): Located | undefined {
    const [only, other] = returns;
    return yields === undefined && other === undefined ? only : undefined;
  }

  /** Of several that a function returns, the one that tests of what the call gives it lead to: `if (n > 1) return a; return b` */
  private chosen(
    { node, returns, scope, yields }: FunctionInfo,
    frame: Frame,
  ): Located | undefined {
    if (yields !== undefined || node.body?.type !== 'BlockStatement') return undefined;
    // Through `arguments` a parameter may be given another value.
    if (this.usesArguments(node)) return undefined;
    for (const statement of node.body.body) {
      const returned =
        statement.type === 'IfStatement'
          ? this.taken(statement, scope, frame)
          : statement.type === 'SwitchStatement'
            ? this.caseOf(statement, scope, frame)
            : statement;
      if (returned === null) continue;
      if (returned?.type === 'ReturnStatement')
        return returns.find((each) => each.node === returned.argument);
      if (returned === undefined || !isStraight(returned)) return undefined;
    }
    return undefined;
  }

  /** The statement of the branch that is taken; null where there is none, undefined where that is not known. */
  private taken(
    { test, consequent, alternate }: Node & { type: 'IfStatement' },
    scope: Scope,
    frame: Frame,
  ): Node | null | undefined {
    const holds = this.holds(test, scope, frame);
    if (holds === undefined) return undefined;
    const branch = holds ? consequent : alternate;
    if (branch?.type !== 'BlockStatement') return branch;
    const [only, other] = branch.body;
    return other === undefined ? (only ?? null) : undefined;
  }

  /** The first statement of the case that is taken; null where there is none, undefined where that is not known. */
  private caseOf(
    { discriminant, cases }: Node & { type: 'SwitchStatement' },
    scope: Scope,
    frame: Frame,
  ): Node | null | undefined {
    const asked = this.constant(discriminant, scope, frame);
    if (asked === undefined) return undefined;
    let at = -1;
    for (const [index, { test }] of cases.entries()) {
      const said = test === null ? undefined : this.constant(test, scope, frame);
      if (test !== null && said === undefined) return undefined;
      if (said === asked) {
        at = index;
        break;
      }
      if (test === null) at = index;
    }
    if (at === -1) return null;
    for (const { consequent } of cases.slice(at)) {
      const [only] = consequent;
      const inner = only?.type === 'BlockStatement' ? only.body[0] : only;
      if (inner !== undefined) return inner.type === 'ReturnStatement' ? inner : undefined;
    }
    return null;
  }

  /** Whether a test of what the call gives holds. */
  holds(tested: Node, scope: Scope, frame: Frame): boolean | undefined {
    const test = bare(tested);
    switch (test.type) {
      case 'UnaryExpression': {
        const inner = test.operator === '!' ? this.holds(test.argument, scope, frame) : undefined;
        return inner === undefined ? undefined : !inner;
      }
      case 'LogicalExpression': {
        if (test.operator === '??') return undefined;
        const left = this.holds(test.left, scope, frame);
        const right = this.holds(test.right, scope, frame);
        const decides = test.operator === '||';
        if (left === decides || right === decides) return decides;
        return left === undefined || right === undefined ? undefined : !decides;
      }
      case 'BinaryExpression':
        return this.compared(test, scope, frame);
      case 'Literal':
        return typeof test.value === 'boolean' ? test.value : undefined;
      case 'Identifier': {
        const held = this.evaluate(test, scope, frame)?.node;
        return held?.type === 'Literal' && !('regex' in held) && !('bigint' in held)
          ? Boolean(held.value)
          : undefined;
      }
      default:
        return undefined;
    }
  }

  /** Whether a comparison of what the call gives with a constant holds. */
  private compared(
    test: Node & { type: 'BinaryExpression' },
    scope: Scope,
    frame: Frame,
  ): boolean | undefined {
    const left = this.constant(test.left, scope, frame);
    const right = this.constant(test.right, scope, frame);
    if (left === undefined || right === undefined || typeof left !== typeof right) return undefined;
    switch (test.operator) {
      case '==':
      case '===':
        return left === right;
      case '!=':
      case '!==':
        return left !== right;
      case '<':
        return left < right;
      case '>':
        return left > right;
      default:
        return undefined;
    }
  }

  /** A literal, or a parameter that the call gives one: what else is fixed here may be set elsewhere. */
  constant(node: Node, scope: Scope, frame: Frame): string | number | undefined {
    const isAsked = node.type === 'Identifier' || node.type === 'MemberExpression';
    const literal = isAsked ? this.evaluate(node, scope, frame)?.node : node;
    if (literal?.type !== 'Literal') return undefined;
    const { value } = literal;
    return typeof value === 'string' || typeof value === 'number' ? value : undefined;
  }

  /** What an expression within a called function is: one of the caller, or itself where it asks nothing of the call. */
  within(node: Node, scope: Scope, frame: Frame): Located | undefined {
    const known = this.evaluate(node, scope, frame);
    return known ?? (asksNothing(bare(node)) ? { node, scope } : undefined);
  }

  /** The expression of the caller that one within a called function stands for. */
  private evaluate(expression: Node, scope: Scope, frame: Frame): Located | undefined {
    const node = bare(expression);
    switch (node.type) {
      case 'Identifier': {
        const binding = scope.lookup(node.name);
        return (
          binding &&
          (frame.held.get(binding) ??
            (frame.runs.length > 0 ? this.exact.runs.variable(binding, frame) : undefined))
        );
      }
      case 'CallExpression':
        if (frame === nowhere) return undefined;
        return this.result(node, scope, frame) ?? this.exact.objects.result(node, scope, frame);
      case 'AwaitExpression':
        return this.evaluate(node.argument, scope, frame);
      case 'AssignmentExpression':
        return /^(?:=|\?\?=|\|\|=)$/.test(node.operator)
          ? (this.evaluate(node.right, scope, frame) ?? this.thunk(node.right, scope, frame))
          : undefined;
      case 'ConditionalExpression': {
        const holds = this.holds(node.test, scope, frame);
        // `typeof act === 'function' ? act : null`
        const isKnown = holds !== undefined || isNothing(node.alternate);
        const taken = holds === false ? node.alternate : node.consequent;
        return isKnown ? this.evaluate(taken, scope, frame) : undefined;
      }
      case 'LogicalExpression':
        // `table[name] ?? null`
        return node.operator !== '&&' && isNothing(node.right)
          ? this.evaluate(node.left, scope, frame)
          : undefined;
      case 'MemberExpression':
        return this.member(node, scope, frame);
      case 'NewExpression':
        return isNamed(node.callee, 'Promise') && scope.lookup('Promise') === undefined
          ? this.settled(node.arguments[0], scope, frame)
          : undefined;
      default:
        return undefined;
    }
  }

  /** What `new Promise((resolve) => …)` is resolved with, by itself or by the one function that is handed its `resolve`. */
  private settled(executor: Node | undefined, scope: Scope, frame: Frame): Located | undefined {
    const closure = executor && this.closure(bare(executor), scope, frame);
    return (
      closure &&
      this.calledWith(closure.info, 0, {
        ...frame,
        ...closure.outer,
        held: new Map([...frame.held, ...closure.outer.held]),
      })
    );
  }

  /** The argument of the only call of what a function is given at a position, also where it hands that on. */
  private calledWith(info: FunctionInfo, index: number, frame: Frame): Located | undefined {
    const parameter = info.node.params[index];
    const binding = parameter?.type === 'Identifier' ? info.scope.own(parameter.name) : undefined;
    if (binding === undefined || binding.writes.length > 0 || this.depth >= depthMax)
      return undefined;
    const [call] = binding.calls;
    const [place] = binding.passedTo;
    if (!this.isUsedOnce(info, binding.name)) return undefined;
    if (place === undefined) {
      const given = call?.arguments[0];
      if (call === undefined || given === undefined || given.type === 'SpreadElement')
        return undefined;
      return this.evaluate(given, call.scope, frame) ?? { node: given, scope: call.scope };
    }
    const { callee } = place.call.node as CallExpression;
    if (call !== undefined) return undefined;
    this.depth += 1;
    const closure = this.closure(bare(callee), place.call.scope, frame);
    const inner = closure && this.enter(closure, place.call.arguments, place.call.scope, frame);
    const found =
      inner && this.calledWith(closure.info, closure.before.length + place.index, inner);
    this.depth -= 1;
    return found;
  }

  /** Whether nothing but one use of the parameter stands in the function. */
  private isUsedOnce({ node }: FunctionInfo, name: string): boolean {
    const places = placesOf(name, this.script.source, 2, node);
    return places?.length === 2 && !this.usesArguments(node);
  }

  private functionOf({ node }: Located): FunctionInfo | undefined {
    return isFunction(node) ? this.script.walked.functionOf.get(node) : undefined;
  }

  usesArguments({ start, end }: Node): boolean {
    return this.script.source.slice(start, end).includes('arguments');
  }

  /** What a call gives of a function that takes nothing: `kept ??= make()` */
  private thunk(node: Node, scope: Scope, frame: Frame): Located | undefined {
    if (node.type !== 'CallExpression' || node.arguments.length > 0) return undefined;
    const closure = this.closure(bare(node.callee), scope, frame);
    return closure && closure.outer === nowhere ? this.returned(closure.info) : undefined;
  }

  private member(
    node: Node & { type: 'MemberExpression' },
    scope: Scope,
    frame: Frame,
  ): Located | undefined {
    const { object, property, computed } = node;
    const kept = frame === nowhere ? undefined : this.exact.objects.member(node, scope, frame);
    if (kept !== undefined) return kept;
    const asked = computed ? this.evaluate(property, scope, frame) : undefined;
    const key = computed
      ? exactText(this.script.fold(asked?.node ?? property, asked?.scope ?? scope))
      : memberName(property);
    if (object.type === 'Identifier' && object.name === 'arguments' && property.type === 'Literal')
      return frame.given[Number(property.value)];
    const held =
      object.type === 'ThisExpression' ? frame.receiver : this.evaluate(object, scope, frame);
    if (key === undefined || (held === undefined && asked === undefined)) return undefined;
    const from = held ?? this.script.origin(object, scope);
    const exact = this.exact.at(from.node, from.scope, key);
    if (exact !== undefined) return exact;
    if (this.isChanged(object, scope) || this.isChanged(from.node, from.scope)) return undefined;
    const made = this.script.origin(from.node, from.scope);
    const value = writtenValue(made.node, key);
    return value && { node: value, scope: made.scope };
  }

  /** Whether a member of the object, or of what it is a member of, is given another value anywhere. */
  isChanged(object: Node, scope: Scope): boolean {
    const { index } = this.script;
    let root = bare(object);
    let first: string | undefined;
    while (root.type === 'MemberExpression') {
      first = writtenName(root);
      root = bare(root.object);
    }
    if (root.type === 'ThisExpression')
      return (
        first === undefined ||
        index.belowThis(first).length > 0 ||
        index.belowAliasesOfThis(first).length > 0 ||
        index.fillingsOfThis(first).length > 0
      );
    const binding = this.script.bindingOf(root, scope);
    return (
      binding !== undefined &&
      (index.below(binding).length > 0 ||
        index.belowAliases(binding).length > 0 ||
        index.fillingsOf(binding).length > 0)
    );
  }
}

/** `f.call(object, x)` and `f.apply(object, [x])` run `f`. */
function calledBy({ callee, arguments: given }: CallExpression): {
  readonly callee: Node;
  readonly given: readonly Node[];
  readonly receiver: Node | undefined;
} {
  if (callee.type !== 'MemberExpression' || callee.computed)
    return { callee, given, receiver: undefined };
  const [receiver, list] = given;
  const method = keyName(callee.property);
  if (method === 'call') return { callee: callee.object, given: given.slice(1), receiver };
  if (method !== 'apply') return { callee, given, receiver: undefined };
  const spread =
    list?.type === 'ArrayExpression' ? list.elements.filter((each) => each !== null) : [];
  return { callee: callee.object, given: spread, receiver };
}

/** `() => value`, of which nothing hangs on how it is called. */
function isOfNoCall({ node }: FunctionInfo): boolean {
  return node.params.length === 0 && node.body !== null && node.body.type !== 'BlockStatement';
}

/** Whether an expression is the same in each call of the function that it stands in. */
function asksNothing(node: Node): boolean {
  return node.type === 'Literal' || isNothing(node);
}

/** Whether the statement neither returns nor throws. */
function isStraight({ type }: Node): boolean {
  return /^(?:Expression|Empty)Statement$|Declaration$/.test(type);
}
