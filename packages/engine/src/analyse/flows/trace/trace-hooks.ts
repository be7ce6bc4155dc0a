import type { Node } from 'oxc-parser';
import type { Binding, Scope } from '../../syntax/scopes.ts';
import { isFunction, keyName } from '../../syntax/nodes.ts';
import { above, merged, none } from '../vocabulary/origin.ts';
import type { Origin, Want } from '../vocabulary/origin.ts';
import type { OriginTracer } from './origin-tracer.ts';
import { elementParts } from '../vocabulary/source-parts.ts';

const settersMax = 20;

/**
 * `const [value, setValue] = useState(first)`, `useRef(first).current`: what components keep between renders;
 * undefined where the call is neither.
 */
export function traceHook(
  tracer: OriginTracer,
  node: Node & { type: 'CallExpression' },
  callee: Node,
  scope: Scope,
  want: Want,
): readonly Origin[] | undefined {
  const name = callee.type === 'MemberExpression' ? keyName(callee.property) : keyName(callee);
  const [key] = want.path;
  if (name === 'useRef') return key === 'current' ? elementParts(node, scope, want.path) : none;
  if (name !== 'useState') return undefined;
  if (key !== '0') return none;
  return tracer.once(node, want, () => {
    const inner = { ...above(want), frame: undefined };
    let found = tracer.trace(node.arguments[0], scope, inner);
    const setter = setterOf(node, scope);
    for (const { arguments: given, scope: at } of setter?.calls?.slice(0, settersMax) ?? []) {
      const [value] = given;
      if (value === undefined) continue;
      const info = isFunction(value) ? tracer.script.walked.functionOf.get(value) : undefined;
      const made =
        info === undefined
          ? tracer.trace(value, at, inner)
          : tracer.traceReturns(info, undefined, inner);
      found = merged(found, made);
    }
    return found;
  });
}

/** The second name that the call's result is taken apart into. */
function setterOf(call: Node, scope: Scope): Binding | undefined {
  for (const binding of scope.bindings()) {
    const [write] = binding.writes;
    if (write?.node === call && write.keys.length === 1 && write.keys[0] === '1') return binding;
  }
  return undefined;
}
