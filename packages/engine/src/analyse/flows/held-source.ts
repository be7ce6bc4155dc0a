import type { Node } from 'oxc-parser';
import type { Binding, CallSite, FunctionInfo, Scope } from '../scopes.ts';
import { exactText } from '../fold-calls.ts';
import { bare, keyName } from '../nodes.ts';
import { sourceCalls } from './flow-vocabulary.ts';
import { source } from './origin.ts';
import type { Frame, Origin, Want } from './origin.ts';
import type { OriginTracer } from './origin-tracer.ts';
import { answerParts } from './source-parts.ts';

const callsMax = 8;

/** A function of the browser that a call hands over, or its object and its name. */
interface Held {
  readonly path: string;
  readonly call: CallSite;
}

/**
 * What a call gives whose callee a parameter holds, `const ask = (f, a) => new Promise((r) => f(a, r))`, or its object
 * and name, `(of, name, a) => of[name](a)`; undefined where that is no source. Of the call that the trace came in by;
 * where that is not known, what all calls hand over.
 */
export function heldSource(
  tracer: OriginTracer,
  callee: Node,
  scope: Scope,
  want: Want,
): readonly Origin[] | undefined {
  const held = heldAt(tracer, passedOn(callee), scope, want.frame);
  // What a request answers depends on its address.
  const kind = held === undefined || held.path === 'fetch' ? undefined : sourceCalls.get(held.path);
  if (held === undefined || kind === undefined) return undefined;
  const { path, call } = held;
  return answerParts(kind, source(kind, call.node, `${path}()`, call.scope), want);
}

/** The function of `f.call(x, a)` and `f.apply(x, list)`. */
function passedOn(callee: Node): Node {
  if (callee.type !== 'MemberExpression' || callee.computed) return callee;
  const how = keyName(callee.property);
  return how === 'call' || how === 'apply' ? bare(callee.object) : callee;
}

function heldAt(
  tracer: OriginTracer,
  callee: Node,
  scope: Scope,
  frame: Frame | undefined,
): Held | undefined {
  const parameter = parameterOf(tracer, rootOf(callee), scope);
  if (parameter === undefined) return undefined;
  const { of: owner } = parameter;
  for (let at = frame; at !== undefined; at = at.outer)
    if (at.callee === owner) return heldIn(tracer, callee, scope, at.call);
  let held: Held | undefined;
  for (const call of owner.calls.slice(0, callsMax)) {
    const given = heldIn(tracer, callee, scope, call);
    if (given === undefined || (held !== undefined && held.path !== given.path)) return undefined;
    held = given;
  }
  return held;
}

/** What a callee is called on where its name is computed, `of[name]`, else itself. */
function rootOf(callee: Node): Node {
  return callee.type === 'MemberExpression' && callee.computed ? callee.object : callee;
}

function parameterOf(
  { script }: OriginTracer,
  node: Node,
  scope: Scope,
): NonNullable<Binding['parameter']> | undefined {
  const parameter = script.bindingOf(node, scope)?.parameter;
  return parameter === undefined || parameter.keys.length > 0 ? undefined : parameter;
}

/** What a call gives the function around for a callee in it. */
function heldIn(
  tracer: OriginTracer,
  callee: Node,
  scope: Scope,
  call: CallSite,
): Held | undefined {
  const argument = argumentFor(tracer, rootOf(callee), scope, call);
  const path = argument && tracer.pathOf(argument, call.scope);
  if (path === undefined) return undefined;
  if (callee.type !== 'MemberExpression') return { path, call };
  const name = argumentFor(tracer, callee.property, scope, call);
  const key = name && exactText(tracer.script.fold(name, call.scope));
  return key === undefined ? undefined : { path: `${path}.${key}`, call };
}

function argumentFor(
  tracer: OriginTracer,
  node: Node,
  scope: Scope,
  { arguments: given }: CallSite,
): Node | undefined {
  const index = parameterOf(tracer, node, scope)?.index;
  if (index === undefined) return undefined;
  const isPlain = given.slice(0, index).every(({ type }) => type !== 'SpreadElement');
  return isPlain ? given[index] : undefined;
}

/** The call that gave the function which is called: `promisify(f)(a)`, or of a variable that holds it. */
export function madeBy(
  tracer: OriginTracer,
  callee: Node,
  scope: Scope,
): { readonly call: CallSite; readonly by: FunctionInfo } | undefined {
  const [write, other] = tracer.script.bindingOf(callee, scope)?.writes ?? [];
  const isHeld = write?.kind === 'value' && write.keys.length === 0 && other === undefined;
  const made = isHeld ? write : { node: callee, scope };
  const node = bare(made.node);
  if (node.type !== 'CallExpression') return undefined;
  const by = tracer.script.resolver.functionNamed(bare(node.callee), made.scope);
  return by && { call: { node, scope: made.scope, arguments: node.arguments }, by };
}
