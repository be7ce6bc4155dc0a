import type { Node } from 'oxc-parser';
import type { CallSite } from './scopes.ts';
import type { ScriptReader } from './script-reader.ts';
import { keyName } from './walk.ts';

/** Functions of one table that are told apart. */
const entriesMax = 100;
const tableCallsMax = 20;

/** Ties `handlers[message.type](message)` to each function of the table, as a call that is made for its key. */
export function linkTableCall(call: CallSite, callee: Node, script: ScriptReader): void {
  const chosen = chosenMember(callee, call);
  if (chosen === undefined) return;
  const { node: table, scope } = script.origin(chosen.object, call.scope);
  if (table.type !== 'ObjectExpression' || table.properties.length > entriesMax) return;
  for (const entry of table.properties) {
    const key = entry.type === 'Property' && !entry.computed ? keyName(entry.key) : undefined;
    if (entry.type !== 'Property' || key === undefined) continue;
    const named = script.resolver.functionNamed(entry.value, scope);
    if (named !== undefined && named.calls.length < tableCallsMax)
      named.calls.push({ ...call, choice: { asked: chosen.property, key } });
  }
}

/** `handlers[x]` of `handlers[x](…)`, and of `const handler = handlers[x]; handler(…)`. */
function chosenMember(
  callee: Node,
  { scope }: CallSite,
): (Node & { type: 'MemberExpression' }) | undefined {
  let node = callee;
  if (node.type === 'Identifier') {
    const binding = scope.lookup(node.name);
    const [write] = binding?.writes ?? [];
    if (binding?.parameter !== undefined || binding?.writes.length !== 1) return undefined;
    if (write?.kind !== 'value' || write.keys.length > 0) return undefined;
    ({ node } = write);
  }
  if (node.type === 'ChainExpression') node = node.expression;
  if (node.type !== 'MemberExpression' || !node.computed) return undefined;
  return node.property.type === 'Literal' ? undefined : node;
}
