import type { Node } from 'oxc-parser';
import type { Binding, Scope } from '../scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import { keyOf, push } from './call-index.ts';
import type { Key } from './origin.ts';
import type { DeepWrite } from './script-index.ts';

const hopsMax = 3;
const chainMax = 6;

/** Writes through other names of what lies below a variable: `const list = visit.inputs; list[0] = value`. */
export function aliasWrites(
  below: ReadonlyMap<Binding, readonly DeepWrite[]>,
  script: ScriptReader,
): ReadonlyMap<Binding, readonly DeepWrite[]> {
  const found = new Map<Binding, DeepWrite[]>();
  for (const [binding, writes] of below) {
    const prefix: Key[] = [];
    let at: Binding = binding;
    for (let hops = 0; hops < hopsMax; hops += 1) {
      const target = targetOf(at, script);
      if (target === undefined || target.binding === binding) break;
      prefix.unshift(...target.keys);
      for (const { node, scope, keys } of writes)
        push(found, target.binding, { node, scope, keys: [...prefix, ...keys] });
      at = target.binding;
    }
  }
  return found;
}

/** What a variable that is given one value once stands for; undefined where that is no part of another. */
function targetOf(
  { writes, parameter }: Binding,
  script: ScriptReader,
): { readonly binding: Binding; readonly keys: readonly Key[] } | undefined {
  const [write] = writes;
  if (parameter !== undefined || write?.kind !== 'value' || writes.length > 1) return undefined;
  const keys: Key[] = [...write.keys];
  let at: Node = write.node;
  const scope: Scope = write.scope;
  for (let hops = 0; at.type === 'MemberExpression' && hops < chainMax; hops += 1) {
    keys.unshift(keyOf(at, scope, script));
    at = at.object;
  }
  const binding = keys.length === 0 ? undefined : script.bindingOf(at, scope);
  return binding === undefined ? undefined : { binding, keys };
}
