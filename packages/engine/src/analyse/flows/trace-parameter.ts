import type { Binding, CallSite, FunctionInfo, Scope } from '../scopes.ts';
import { above, guarded, guessed, inFrame, merged, none, source, whole, within } from './origin.ts';
import type { Origin, Want } from './origin.ts';
import type { OriginTracer } from './origin-tracer.ts';
import { traceArgument } from './trace-argument.ts';
import { traceCallback } from './trace-callback.ts';
import { isOnOwnElements, traceAssignedListener } from './trace-listener.ts';
import { label } from './step-kinds.ts';

/** What may arrive in a parameter: of the call that the trace came in by, else of all calls and callbacks. */
export function traceParameter(
  tracer: OriginTracer,
  { of: owner, index, keys }: NonNullable<Binding['parameter']>,
  want: Want,
): readonly Origin[] {
  const isRest = owner.node.params[index]?.type === 'RestElement';
  if (isRest)
    return traceRest(tracer, owner, index, { ...want, path: [...keys.slice(1), ...want.path] });
  const asked = within(keys, want);
  return traceGiven(tracer, owner, index, asked);
}

/** What is given to a function at a position. */
function traceGiven(
  tracer: OriginTracer,
  owner: FunctionInfo,
  index: number,
  want: Want,
): readonly Origin[] {
  const { frame } = want;
  if (frame?.callee === owner) {
    const given = traceArgument(tracer, frame.call, index, inFrame(want, frame.outer));
    return guarded(given, (origin) => tracer.isGuarded(origin, frame.call));
  }
  const { sure, likely } = tracer.callers.calls(owner);
  let found: readonly Origin[] = none;
  for (const call of sure) found = merged(found, traceCall(tracer, call, index, want));
  for (const call of tracer.isCoarse ? [] : likely)
    found = merged(found, guessed(traceCall(tracer, call, index, want)));
  for (const { call, index: position } of tracer.callers.handedTo(owner)) {
    if (tracer.isReadOf(call, position, index, want)) continue;
    const asked = outside(tracer, call.scope, want);
    found = merged(found, traceCallback(tracer, call, position, index, asked));
  }
  if (index !== 0) return found;
  const heard = merged(found, traceAssignedListener(tracer, owner, want));
  return heard.length === 0 && isFieldOfEvent(want.path) && !isOnOwnElements(tracer, owner)
    ? [source('form-input', owner.node, label('field-value'), owner.scope)]
    : heard;
}

function traceCall(
  tracer: OriginTracer,
  call: CallSite,
  index: number,
  want: Want,
): readonly Origin[] {
  const given = traceArgument(tracer, call, index, outside(tracer, call.scope, want));
  return guarded(given, (origin) => tracer.isGuarded(origin, call));
}

/** `event.target.value` says what it is, whatever framework calls the listener. */
function isFieldOfEvent([target, key]: Want['path']): boolean {
  return (target === 'target' || target === 'currentTarget') && key === 'value';
}

/** `...rest`, asked for one of its elements or all. */
function traceRest(
  tracer: OriginTracer,
  owner: FunctionInfo,
  from: number,
  want: Want,
): readonly Origin[] {
  const [key] = want.path;
  if (key !== undefined && /^\d{1,3}$/.test(key))
    return traceGiven(tracer, owner, from + Number(key), above(want));
  let found: readonly Origin[] = none;
  for (let index = from; index < from + 4; index += 1)
    found = merged(found, traceGiven(tracer, owner, index, above(want)));
  return found;
}

/** The same question at a place outside the function. */
function outside(tracer: OriginTracer, scope: Scope, want: Want): Want {
  return inFrame(want, tracer.restrict(want.frame, scope.function));
}

/** `arguments[0]`, asked below the name `arguments`. */
export function traceArguments(
  tracer: OriginTracer,
  scope: Scope,
  want: Want = whole,
): readonly Origin[] {
  let info = scope.function;
  while (info?.node.type === 'ArrowFunctionExpression') info = info.parent;
  return info === undefined ? none : traceRest(tracer, info, 0, want);
}
