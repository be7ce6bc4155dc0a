import type { CallSite, FunctionInfo } from '../../syntax/scopes.ts';
import { all, guessed, merged, none } from '../vocabulary/origin.ts';
import type { Origin, Want } from '../vocabulary/origin.ts';
import type { OriginTracer } from './origin-tracer.ts';

const functionsMax = 12;

/**
 * What the function at `position` of `pipe(read, pack, send)` is given: what the one before it gives back, where
 * `pipe` reduces its functions, `(...steps) => (x) => steps.reduce((sum, step) => sum.then(step), x)`.
 */
export function tracePiped(
  tracer: OriginTracer,
  pipe: FunctionInfo,
  { arguments: given, scope }: CallSite,
  position: number,
  want: Want,
): readonly Origin[] {
  const from = pipe.node.params.length - 1;
  if (position <= from || position > from + functionsMax || !reducesRest(tracer, pipe)) return none;
  let asked = want;
  for (let index = position - 1; index >= from; index -= 1) {
    const step = given[index];
    if (step === undefined || step.type === 'SpreadElement') return none;
    const made = tracer.values.functions(step, scope);
    // A function of the language, `JSON.stringify`, makes something of what it is given itself.
    if (made.length === 0 && tracer.pathOf(step, scope) !== undefined) asked = all(want);
    else {
      const frame = undefined;
      let found: readonly Origin[] = none;
      for (const info of made)
        found = merged(found, tracer.traceReturns(info, undefined, { path: asked.path, frame }));
      return guessed(found);
    }
  }
  return none;
}

/** `(...steps) => … steps.reduce(…)` */
function reducesRest({ sites }: OriginTracer, { node, scope }: FunctionInfo): boolean {
  const rest = node.params.at(-1);
  if (rest?.type !== 'RestElement' || rest.argument.type !== 'Identifier') return false;
  const { name } = rest.argument;
  const steps = scope.own(name);
  return sites.calls.named('reduce').some(({ callee, scope: at }) => {
    const object = callee.type === 'MemberExpression' ? callee.object : undefined;
    return object?.type === 'Identifier' && object.name === name && at.lookup(name) === steps;
  });
}
