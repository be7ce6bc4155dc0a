import type { Node } from 'oxc-parser';
import type { Scope } from '../../syntax/scopes.ts';
import type { Call } from '../../values/script-reader.ts';

/** `window.postMessage`, `frame.contentWindow.postMessage`, `event.source.postMessage`; ports and workers take no origin. */
export function isWindowPost(call: Call): boolean {
  if (call.path !== undefined && /^(?:(?:parent|top|opener)\.)?postMessage$/.test(call.path))
    return true;
  if (call.method !== 'postMessage' || call.object === undefined) return false;
  const [, target] = call.arguments;
  // `"*"` or an origin is what no port takes.
  if (target?.type === 'Literal' && typeof target.value === 'string')
    return target.value === '*' || target.value === '/' || target.value.includes('://');
  const name = windowName(call.object, call.scope);
  return name !== undefined && /^(?:contentWindow|source|parent|top|opener)$/.test(name);
}

/** The property that an object was read as: `event.source`, `const { source } = event`, `const to = frame.contentWindow`. */
function windowName(object: Node, scope: Scope): string | undefined {
  if (object.type === 'MemberExpression')
    return object.property.type === 'Identifier' ? object.property.name : undefined;
  if (object.type !== 'Identifier') return undefined;
  const binding = scope.lookup(object.name);
  if (binding?.parameter !== undefined) return binding.parameter.keys.at(-1);
  const [write] = binding?.writes ?? [];
  if (write?.kind !== 'value') return undefined;
  if (write.keys.length > 0) return write.keys.at(-1);
  return write.node.type === 'MemberExpression' ? windowName(write.node, write.scope) : undefined;
}
