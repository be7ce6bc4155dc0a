import type { CallExpression, NewExpression, Node } from 'oxc-parser';
import { bare, isFunction, isNamed, keyName } from '../../syntax/nodes.ts';
import type { Binding, CallSite, FunctionInfo, Scope, Write } from '../../syntax/scopes.ts';
import { push } from '../../values/index/lists-by-key.ts';
import { firstOf } from '../../values/index/first-of.ts';
import {
  callsWithHeld,
  derivedBy,
  mentionsHolders,
  putsOf,
  readBy,
} from '../../values/index/library-holders.ts';
import { isComponentMaker } from '../../values/index/library-calls.ts';
import { OptionFunctions } from '../../values/index/option-functions.ts';
import type { Held, Put } from '../../values/index/library-holders.ts';
import { above, below, merged, none, within } from '../vocabulary/origin.ts';
import type { Origin, Want } from '../vocabulary/origin.ts';
import type { OriginTracer } from './origin-tracer.ts';
import { ComponentProps } from './component-props.ts';
import { isSelecting, Stores } from './trace-store.ts';
import { traceArgument } from './trace-argument.ts';
import { traceCallback } from './trace-callback.ts';

/** Asks below an object of a library for the value that it holds. */
const heldKey = '(held)';
/** Whether it is asked for what a library's object holds, which nothing else has. */
export function isOfHolder({ path: [key] }: Want): boolean {
  return key === heldKey;
}

/** Calls of one method that may put a value into a holder, and calls of one holder. */
const callsMax = 40;
/** Members that are the value itself. */
const valueKeys: ReadonlySet<string | undefined> = new Set([
  undefined,
  heldKey,
  'value',
  '_value',
  'current',
]);
/** Functions between a holder and its parts, which compilers write. */
const takingApart = /^_{0,2}(?:slicedToArray\d*|read\d*|toArray\d*)$/iu;
/** Functions that hand on the function that makes a store: `create(persist((set, get) => …))`. */
const storing: ReadonlySet<string> = new Set(
  'devtools immer persist subscribeWithSelector'.split(' '),
);
/** Calls that hold a list of what others hold. */
const joining = /^(?:combineLatest|forkJoin|zip)$/u;
const operators = /^(?:concatMap|exhaustMap|map|mergeMap|scan|switchMap)$/u;

/** Objects of libraries that a script makes and that hold values. */
export class Holders {
  private readonly tracer: OriginTracer;
  private mentions: boolean | undefined;
  private optionFunctions: OptionFunctions | undefined;
  private calls: ReadonlyMap<Node, readonly CallSite[]> | undefined;

  private readonly stores: Stores;
  private readonly props: ComponentProps;

  constructor(tracer: OriginTracer) {
    this.tracer = tracer;
    this.stores = new Stores(tracer, () => this.options);
    this.props = new ComponentProps(tracer, this.stores);
  }

  private get isMentioned(): boolean {
    return (this.mentions ??= mentionsHolders(this.tracer.script.source));
  }

  /** What a call or construction holds that is asked for it; undefined where it makes no holder, or something else is asked for. */
  made(
    node: CallExpression | NewExpression,
    scope: Scope,
    want: Want,
  ): readonly Origin[] | undefined {
    if (!this.isMentioned) return undefined;
    const name = nameOf(node);
    if (name === undefined) return undefined;
    const [key] = want.path;
    const stored = this.stores.made(
      node,
      scope,
      key === heldKey ? above(want) : want,
      key === heldKey,
    );
    if (stored !== undefined && stored.length > 0) return stored;
    const readers = readBy(name);
    if (readers !== undefined && key !== heldKey && !isOfOther(node, name, scope))
      return this.through(readers, node, scope, within([heldKey], want));
    // A promise that is resolved from outside is either the object or a member of it.
    const isPromise = /^[Dd]efer(?:red)?$/u.test(name);
    if (isPromise && this.tracer.values.functions(node.callee, scope).length === 0) {
      const inner = key === 'promise' || key === heldKey ? above(want) : want;
      const asked = inner.path[0] === heldKey ? above(inner) : inner;
      return nonEmpty(this.contents(node, scope, putsOf(name)!, asked));
    }
    const isHeld = !isPromise && want.path.length > 0 && (valueKeys.has(key) || key === '0');
    if (!isHeld) return undefined;
    const lines = key === '0' ? undefined : derivedBy(name);
    if (lines !== undefined) return this.through(lines, node, scope, want);
    if (joining.test(name) && key === heldKey) return this.joined(node, scope, want);
    if (name === 'pipe' && key === heldKey) return this.piped(node, scope, want);
    const puts = putsOf(name);
    const isPair = puts?.some(({ by }) => by === 'second') === true;
    if (puts === undefined || (key === '0') !== isPair) return undefined;
    if (key !== heldKey && !isPair && puts.some(({ by }) => by === 'handed')) return undefined;
    const asked = above(want);
    const inner = isPair && asked.path[0] === heldKey ? above(asked) : asked;
    const found = this.contents(node, scope, puts, inner);
    return isPair ? found : nonEmpty(found);
  }

  private contents(
    node: CallExpression | NewExpression,
    scope: Scope,
    puts: readonly Put[],
    inner: Want,
  ): readonly Origin[] {
    return this.tracer.once(node, { path: [heldKey, ...inner.path], frame: undefined }, () => {
      let found: readonly Origin[] = none;
      for (const put of puts) found = merged(found, this.put(put, node, scope, inner));
      return nameOf(node) === 'createContext' ? merged(found, this.provided(node, inner)) : found;
    });
  }

  /** `combineLatest([first, second])`, which gives a list of what each holds. */
  private joined(
    { arguments: [list] }: CallExpression | NewExpression,
    scope: Scope,
    { path: [held, part, ...rest] }: Want,
  ): readonly Origin[] {
    if (list?.type !== 'ArrayExpression') return none;
    const elements = part === undefined ? list.elements : [list.elements[Number(part)]];
    const asked = { path: [held, ...rest], frame: undefined };
    let found: readonly Origin[] = none;
    for (const element of elements)
      if (element) found = merged(found, this.tracer.trace(element, scope, asked));
    return found;
  }

  /** `createElement(Context.Provider, { value })` */
  private provided(made: Node, { path }: Want): readonly Origin[] {
    let found: readonly Origin[] = none;
    for (const { arguments: given, scope } of this.tracer.components.calls) {
      const [provider, props] = given;
      const isIts =
        provider?.type === 'MemberExpression' &&
        isNamed(provider.property, 'Provider') &&
        this.isHolder(provider.object, scope, made);
      if (isIts)
        found = merged(
          found,
          this.tracer.trace(props, scope, { path: ['value', ...path], frame: undefined }),
        );
    }
    return found;
  }

  /** What a call of a holder itself gives: `count()`, `useStore((state) => state.key)`. */
  read(
    node: CallExpression,
    callee: Node,
    scope: Scope,
    want: Want,
  ): readonly Origin[] | undefined {
    if (!this.isMentioned || callee.type === 'CallExpression') return undefined;
    const [first, other] = node.arguments;
    if (other !== undefined) return undefined;
    if (first === undefined) {
      const found = this.tracer.trace(callee, scope, below(heldKey, want));
      return found.length > 0 ? found : undefined;
    }
    // `useSelector((state) => state.key)`, `useStore((state) => state.key)`
    const chosen =
      isFunction(first) && /^use[A-Z]/u.test(nameOf(node) ?? '')
        ? this.tracer.script.handler(first, scope)
        : undefined;
    return chosen === undefined ? undefined : this.tracer.traceReturns(chosen, undefined, want);
  }

  /** What a function is handed that is called with what a holder holds; undefined for every other call. */
  handed(
    { node, scope, handedTo, arguments: given }: CallSite,
    callee: Node,
    name: string,
    position: number,
    index: number,
    want: Want,
  ): readonly Origin[] | undefined {
    if (!this.isMentioned || node.type !== 'CallExpression') return undefined;
    const asked = below(heldKey, want);
    const around = handedTo?.call.node;
    if (storing.has(name) && position === 0 && around?.type === 'CallExpression')
      return this.handed(
        handedTo!.call,
        bare(around.callee),
        nameOf(around) ?? '',
        handedTo!.index,
        index,
        want,
      );
    // `create((set, get) => get().key)`
    const isAskedBy =
      index === 1 &&
      want.path[0] === heldKey &&
      putsOf(name)?.some(({ by, of }) => by === 'handed' && of === position) === true;
    if (isAskedBy) return this.made(node, scope, want) ?? none;
    // `createStore((state, action) => …)`
    if (position === 0 && index === 1 && /^(?:legacy_)?createStore$/u.test(name))
      return this.stores.dispatched(want);
    if (position === 0 && index === 0 && isSelecting(callee))
      return this.stores.all({ path: want.path, frame: undefined });
    if (callee.type === 'MemberExpression' && callsWithHeld(name))
      return position === 0 && index === 0
        ? this.tracer.trace(callee.object, scope, asked)
        : undefined;
    if (position === 0 && index === 0 && handedTo !== undefined && callee.type === 'Identifier') {
      const { call, index: at } = handedTo;
      const pipe = call.node.type === 'CallExpression' ? bare(call.node.callee) : undefined;
      if (pipe?.type === 'MemberExpression' && keyName(pipe.property) === 'pipe')
        return this.before(call.node as CallExpression, at, call.scope, asked);
    }
    if (position === 0 && index === 0 && (name === 'queue' || name === 'fastq'))
      return this.made(node, scope, asked);
    const [first] = given;
    if ((name === 'derived' || name === 'watch' || name === 'component_subscribe') && index === 0) {
      const of = name === 'component_subscribe' ? given[1] : first;
      return position > 0 && of !== undefined && !isFunction(of)
        ? this.tracer.trace(of, scope, asked)
        : undefined;
    }
    // `useStore((state) => state.key)`
    return position === 0 && index === 0 && given.length === 1 && /^use[A-Z]/u.test(name)
      ? nonEmpty(this.tracer.trace(callee, scope, asked))
      : undefined;
  }

  /** `subject.subscribe({ next: (value) => … })` */
  option(info: FunctionInfo, index: number, want: Want): readonly Origin[] {
    if (info.owner?.key === 'setup' && index === 0) return this.props.of(info.owner.of, want);
    const place = this.options.of(info);
    if (index === 0 && place?.name === 'useMutation' && place.keys[0] === 'mutationFn')
      return this.mutated(place.call, want);
    if (isComponentMaker(place?.name) && place?.position === 1 && place.keys.length === 1)
      return this.props.emitted(place.keys[0] ?? '', index, want);
    if (!this.isMentioned) return none;
    const stored = merged(
      this.stores.handed(info, index, want),
      this.isMiddleware(info) && index === 0 ? this.stores.dispatched(want) : none,
    );
    if (stored.length > 0 || info.owner?.key !== 'next' || index > 0) return stored;
    const { name, call } = this.options.of(info) ?? {};
    return name === 'subscribe' && call?.callee.type === 'MemberExpression'
      ? this.tracer.trace(call.callee.object, call.scope, {
          path: [heldKey, ...want.path],
          frame: undefined,
        })
      : none;
  }

  /** What `mutate` of `useMutation({ mutationFn })` is given. */
  private mutated(made: CallSite, { path }: Want): readonly Origin[] {
    const asked = { path, frame: undefined };
    let found: readonly Origin[] = none;
    for (const name of ['mutate', 'mutateAsync'])
      for (const call of this.stores.callsNamed(name)) {
        const callee = call.node.type === 'CallExpression' ? bare(call.node.callee) : undefined;
        const write = this.tracer.script.bindingOf(callee, call.scope)?.onlyWrite;
        const isIts =
          callee?.type === 'MemberExpression'
            ? this.tracer.script.origin(callee.object, call.scope).node === made.node
            : write?.node === made.node && write.keys[0] === name;
        if (isIts) found = merged(found, traceArgument(this.tracer, call, 0, asked));
      }
    return found;
  }

  /** The innermost function of `applyMiddleware((store) => (next) => (action) => …)` */
  private isMiddleware({ node, parent }: FunctionInfo): boolean {
    const { parent: outer } = parent ?? {};
    return (
      outer !== undefined &&
      parent!.returns.some(({ node: result }) => result === node) &&
      outer.returns.some(({ node: result }) => result === parent!.node) &&
      this.tracer.callers
        .handedTo(outer)
        .some(
          ({ call: { node: call } }) =>
            call.type === 'CallExpression' && nameOf(call) === 'applyMiddleware',
        )
    );
  }

  /** Whether it is what a library's element is given to listen with: `h('textarea', { onInput: f })`. */
  isOfMadeElement(info: FunctionInfo): boolean {
    const { call, position, keys: [key, other] = [] } = this.options.of(info) ?? {};
    const [tag] = call?.arguments ?? [];
    // A function of its own name may listen elsewhere, too.
    return (
      info.owner !== undefined &&
      position === 1 &&
      key !== undefined &&
      other === undefined &&
      /^on[A-Z]/u.test(key) &&
      tag?.type === 'Literal' &&
      /^[a-z][\w-]*$/u.test(String(tag.value))
    );
  }

  private get options(): OptionFunctions {
    return (this.optionFunctions ??= new OptionFunctions(this.tracer.sites.calls.givenObjects));
  }

  private through(
    lines: readonly Held[],
    node: CallExpression | NewExpression,
    scope: Scope,
    want: Want,
  ): readonly Origin[] | undefined {
    let found: readonly Origin[] = none;
    const callee = bare(node.callee);
    for (const { of, isResult } of lines) {
      const from =
        of !== 'this'
          ? node.arguments[of]
          : callee.type === 'MemberExpression'
            ? callee.object
            : undefined;
      if (from === undefined || from.type === 'Literal') continue;
      if (!isResult) found = merged(found, this.tracer.trace(from, scope, want));
      else if (want.path.length > 0) found = merged(found, this.results(from, scope, above(want)));
    }
    return nonEmpty(found);
  }

  private results(made: Node, scope: Scope, want: Want): readonly Origin[] {
    const info = this.tracer.script.handler(made, scope);
    if (info !== undefined) return this.tracer.traceReturns(info, undefined, want);
    // `create(persist((set) => …))`
    if (made.type !== 'CallExpression') return none;
    const [first] = made.arguments;
    return first === undefined ? none : this.results(first, scope, want);
  }

  /** `source.pipe(map(f), filter(g))` */
  private piped(
    node: CallExpression | NewExpression,
    scope: Scope,
    want: Want,
  ): readonly Origin[] | undefined {
    return node.type === 'CallExpression'
      ? this.before(node, node.arguments.length, scope, want)
      : undefined;
  }

  /** What arrives at a position of a pipe. */
  private before(
    node: CallExpression,
    position: number,
    scope: Scope,
    want: Want,
  ): readonly Origin[] {
    for (let at = position - 1; at >= 0; at -= 1) {
      const step = node.arguments[at];
      const name = step?.type === 'CallExpression' ? nameOf(step) : undefined;
      if (step?.type !== 'CallExpression' || name === undefined || !operators.test(name)) continue;
      const info = this.tracer.script.handler(step.arguments[0], scope);
      if (info === undefined) continue;
      const inner = { ...above(want), frame: undefined };
      return merged(
        this.tracer.traceReturns(info, undefined, inner),
        name === 'map' ? none : this.tracer.traceReturns(info, undefined, below(heldKey, inner)),
      );
    }
    const callee = bare(node.callee);
    return callee.type === 'MemberExpression'
      ? this.tracer.trace(callee.object, scope, want)
      : none;
  }

  private put(
    put: Put,
    node: CallExpression | NewExpression,
    scope: Scope,
    want: Want,
  ): readonly Origin[] {
    const asked = { ...want, frame: undefined };
    switch (put.by) {
      case 'argument': {
        const given = put.index === undefined ? node.arguments : [node.arguments[put.index]];
        let found: readonly Origin[] = none;
        for (const each of given)
          if (each !== undefined) found = merged(found, this.part(put, each, scope, asked));
        return found;
      }
      case 'method': {
        let found: readonly Origin[] = none;
        const { calls } = this.tracer.sites;
        for (const call of firstOf(calls.named(put.name!), callsMax))
          if (
            call.callee.type === 'MemberExpression' &&
            this.isHolder(call.callee.object, call.scope, node)
          )
            found = merged(found, this.given(put, call, asked));
        for (const { call, index } of firstOf(calls.passedMember(put.name!), callsMax))
          if (this.isMethodOf(call.arguments[index], call.scope, node))
            found = merged(found, traceCallback(this.tracer, call, index, put.index!, asked));
        return found;
      }
      case 'function':
        return this.fromFunctions(put, node, asked);
      case 'call':
        return this.fromCalls(put, this.callsOf(node), asked);
      case 'second': {
        const setter = this.secondOf(node, scope);
        let found = this.fromCalls(put, setter?.calls ?? this.callsOf(node), asked);
        for (const { call, index } of firstOf(setter?.passedTo ?? [], callsMax))
          if (put.part === 'whole')
            found = merged(found, traceCallback(this.tracer, call, index, put.index!, asked));
        return found;
      }
      case 'handed':
        return this.fromHanded(put, node.arguments[put.of], scope, asked);
    }
  }

  /** `$.set(holder, value)` */
  private fromFunctions(
    put: Put,
    made: CallExpression | NewExpression,
    want: Want,
  ): readonly Origin[] {
    let found: readonly Origin[] = none;
    const { calls } = this.tracer.sites;
    for (const call of firstOf(calls.named(put.name!), callsMax)) {
      const [holder] = call.arguments;
      if (holder !== undefined && this.isHolder(holder, call.scope, made))
        found = merged(found, this.given(put, call, want));
    }
    return found;
  }

  /** `new Observable((subscriber) => subscriber.next(value))`, `create((set) => … set({ key: value }))` */
  private fromHanded(
    put: Put,
    made: Node | undefined,
    scope: Scope,
    want: Want,
  ): readonly Origin[] {
    const info = this.functionIn(made, scope);
    const [first] = info?.node.params ?? [];
    const binding = first?.type === 'Identifier' ? info!.scope.own(first.name) : undefined;
    if (binding === undefined) return none;
    if (put.name === undefined) return this.fromCalls(put, binding.calls, want);
    let found: readonly Origin[] = none;
    for (const call of firstOf(this.tracer.sites.calls.named(put.name), callsMax))
      if (
        call.callee.type === 'MemberExpression' &&
        this.tracer.script.bindingOf(call.callee.object, call.scope) === binding
      )
        found = merged(found, this.given(put, call, want));
    return found;
  }

  private functionIn(made: Node | undefined, scope: Scope): FunctionInfo | undefined {
    if (made === undefined) return undefined;
    const info = this.tracer.script.handler(made, scope);
    if (info !== undefined || made.type !== 'CallExpression') return info;
    return this.functionIn(made.arguments[0], scope);
  }

  private fromCalls(put: Put, calls: readonly CallSite[], want: Want): readonly Origin[] {
    let found: readonly Origin[] = none;
    for (const call of firstOf(calls, callsMax)) found = merged(found, this.given(put, call, want));
    return found;
  }

  private given(put: Put, call: CallSite, want: Want): readonly Origin[] {
    if (put.part === 'whole') {
      const value = call.arguments[put.index!];
      return value !== undefined && isFunction(value)
        ? none
        : traceArgument(this.tracer, call, put.index!, want);
    }
    const value = call.arguments[put.index!];
    return value === undefined ? none : this.part(put, value, call.scope, want);
  }

  private part({ part }: Put, value: Node, scope: Scope, want: Want): readonly Origin[] {
    if (part === 'results')
      return isFunction(value) || value.type === 'CallExpression' || value.type === 'Identifier'
        ? this.results(value, scope, want)
        : none;
    if (isFunction(value)) return none;
    return this.tracer.trace(value, scope, part === 'elements' ? below(undefined, want) : want);
  }

  private isMethodOf(argument: Node | undefined, scope: Scope, made: Node): boolean {
    const node =
      argument?.type === 'CallExpression' && argument.callee.type === 'MemberExpression'
        ? argument.callee.object
        : argument;
    return node?.type === 'MemberExpression' && this.isHolder(node.object, scope, made);
  }

  /** Whether an expression is what a call makes. */
  private isHolder(node: Node, scope: Scope, made: Node): boolean {
    const { script, values } = this.tracer;
    return (
      script.origin(node, scope).node === made ||
      values.made(node, scope).some((value) => value.node === made)
    );
  }

  /** Calls of what a call makes, or of its second part. */
  private callsOf(made: Node): readonly CallSite[] {
    return (this.calls ??= this.readCalls()).get(made) ?? [];
  }

  private readCalls(): ReadonlyMap<Node, readonly CallSite[]> {
    const found = new Map<Node, CallSite[]>();
    const { script, values } = this.tracer;
    for (const call of script.unnamedCalls) {
      if (call.isNew || call.arguments.length === 0) continue;
      const write = call.form === 'name' ? call.binding?.onlyWrite : undefined;
      if (write?.kind === 'value' && write.keys.length === 0) push(found, write.node, call);
      else for (const { node } of values.made(call.callee, call.scope)) push(found, node, call);
    }
    return found;
  }

  /** The name that the second part of what a call makes is given, at once or through what compilers write. */
  private secondOf(made: Node, scope: Scope): Binding | undefined {
    for (const binding of scope.bindings()) {
      const write = binding.onlyWrite;
      if (write?.kind !== 'value') continue;
      if (isPartOf(write, '1', made, scope, 0)) return binding;
    }
    return undefined;
  }
}

/** Whether a variable is given the part of a key of what a call makes, at once or through what compilers write. */
function isPartOf(
  { node, keys }: Pick<Write, 'node' | 'keys'>,
  key: string,
  made: Node,
  scope: Scope,
  hops: number,
): boolean {
  const [first, other] = keys;
  if (node === made) return first === key && other === undefined;
  if (hops > 3) return false;
  const next = (to: Node, through: Write['keys']): boolean =>
    isPartOf({ node: to, keys: through }, key, made, scope, hops + 1);
  if (node.type === 'MemberExpression') {
    const name = node.computed && node.property.type !== 'Literal' ? '' : keyName(node.property);
    return next(node.object, [name, ...keys]);
  }
  if (node.type === 'Identifier') {
    const held = scope.lookup(node.name)?.onlyWrite;
    return held?.kind === 'value' && next(held.node, [...held.keys, ...keys]);
  }
  if (node.type !== 'CallExpression' || !takingApart.test(nameOf(node) ?? '')) return false;
  const [list] = node.arguments;
  return list !== undefined && next(list, keys);
}

/** The last name of what is called: `useState` of `(0, react.useState)(0)`. */
function nameOf({ callee }: CallExpression | NewExpression): string | undefined {
  const called = bare(callee);
  // `create()((set) => …)`
  if (called.type === 'CallExpression' && called.arguments.length === 0) return nameOf(called);
  return called.type === 'MemberExpression'
    ? called.computed
      ? undefined
      : keyName(called.property)
    : keyName(called);
}

/** `map.get('key')`: a method, and no function of a library that reads what its argument holds, `$.get(count)`. */
function isOfOther(
  { callee, arguments: given }: CallExpression | NewExpression,
  name: string,
  scope: Scope,
): boolean {
  if (name !== 'get') return false;
  const called = bare(callee);
  if (given.length !== 1) return true;
  if (called.type !== 'MemberExpression') return false;
  const { object } = called;
  const from = object.type === 'Identifier' ? scope.lookup(object.name)?.onlyWrite : undefined;
  return from?.node.type !== 'ImportDeclaration';
}

function nonEmpty(origins: readonly Origin[]): readonly Origin[] | undefined {
  return origins.length > 0 ? origins : undefined;
}
