import type { Node } from 'oxc-parser';
import type { Binding, Scope } from '../../syntax/scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import { push } from './lists-by-key.ts';
import type { ListsByKey } from './lists-by-key.ts';
import type { DeepWrite } from './script-index.ts';
import type { Key } from './key.ts';
import { keyOf } from './key.ts';

const hopsMax = 3;
const chainMax = 6;

/** Writes through other names of what lies below a variable: `const list = visit.inputs; list[0] = value`. */
export function aliasWrites(
  below: Pick<ListsByKey<Binding, unknown, DeepWrite>, 'get' | 'keys'>,
  script: ScriptReader,
): ReadonlyMap<Binding, readonly DeepWrite[]> {
  const found = new Map<Binding, DeepWrite[]>();
  for (const binding of below.keys()) {
    const prefix: Key[] = [];
    let at: Binding = binding;
    for (let hops = 0; hops < hopsMax; hops += 1) {
      const target = targetOf(at, script);
      if (target === undefined || target.binding === binding) break;
      prefix.unshift(...target.keys);
      for (const { node, scope, keys } of below.get(binding))
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
  if (write.keys.length === 0 && write.node.type !== 'MemberExpression') return undefined;
  const keys: Key[] = [...write.keys];
  let at: Node = write.node;
  const scope: Scope = write.scope;
  for (let hops = 0; at.type === 'MemberExpression' && hops < chainMax; hops += 1) {
    keys.unshift(keyOf(at, scope, script));
    at = at.object;
  }
  const binding = script.bindingOf(at, scope);
  return binding === undefined ? undefined : { binding, keys };
}
