import type { Node } from 'oxc-parser';
import { keyName, memberName } from '../../syntax/nodes.ts';
import type { Scope } from '../../syntax/scopes.ts';
import type { ScriptReader } from '../script-reader.ts';

/** A property's name below a value; undefined for any. */
export type Key = string | undefined;

/** The name of a member, folded where it is computed. */
export function keyOf(
  node: Node & { type: 'MemberExpression' },
  scope: Scope,
  { resolver }: ScriptReader,
): Key {
  if (!node.computed) return memberName(node.property);
  return node.property.type === 'Literal' ? keyName(node.property) : resolver.keyOf(node, scope);
}
