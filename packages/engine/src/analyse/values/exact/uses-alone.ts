import type { Node } from 'oxc-parser';
import { isFunction, writtenName } from '../../syntax/nodes.ts';
import { childrenAt, placesOf } from '../../syntax/places.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { ScriptReader } from '../script-reader.ts';

/** Without letters that an escape may stand for in ways that are not looked for. */
const plainName = /^[\w$]+$/;
/** Places of a name that are looked at. */
const placesMax = 200;

/**
 * Names of members that are read and not called, of what a variable holds; undefined where something else may get hold of it than
 * calls of it and its members and what reads and writes these by name.
 */
export function usesAlone(
  binding: Binding,
  { source, walked, hasEscapedNames }: ScriptReader,
): ReadonlySet<string> | undefined {
  const taken = new Set<string>();
  const { name, scope, onlyWrite } = binding;
  const owner = scope.variables.function;
  const roots = owner === undefined ? walked.body : [owner.node.body];
  const [first] = roots;
  // The name may stand where it is not seen.
  if (hasEscapedNames || !plainName.test(name)) return undefined;
  const last = roots.at(-1);
  if (!first || !last) return undefined;
  const places = placesOf(name, source, placesMax, { start: first.start, end: last.end });
  if (places === undefined) return undefined;
  const above: Node[] = [];
  const visit = (node: Node): boolean => {
    if (isFunction(node) && walked.functionOf.get(node)?.scope.own(name) !== undefined) return true;
    if (node.type === 'Identifier')
      return node.name !== name || isAlone(node, above, onlyWrite?.node, taken);
    above.push(node);
    for (const child of childrenAt(node, places)) if (!visit(child)) return false;
    above.pop();
    return true;
  };
  return roots.every((root) => root === null || visit(root)) ? taken : undefined;
}

function isAlone(
  use: Node,
  above: readonly Node[],
  made: Node | undefined,
  taken: Set<string>,
): boolean {
  const parent = above.at(-1);
  const outer = above.at(-2);
  switch (parent?.type) {
    case 'VariableDeclarator':
      return (
        parent.id === use && parent.init === made && outerOf(above) !== 'ExportNamedDeclaration'
      );
    case 'ArrayPattern':
      return outer?.type === 'VariableDeclarator' && outer.init === made;
    case 'Property':
      // `{ name: value }`, or the name of a pattern that takes the part.
      if (parent.value !== use) return !parent.computed;
      return (
        outer?.type === 'ObjectPattern' &&
        above.at(-3)?.type === 'VariableDeclarator' &&
        (above.at(-3) as Node & { type: 'VariableDeclarator' }).init === made
      );
    case 'MemberExpression':
      if (parent.object !== use) return !parent.computed;
      return isNamedUse(parent, outer, taken);
    case 'CallExpression':
      return parent.callee === use;
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return parent.key === use && !parent.computed;
    case 'ExpressionStatement':
    case 'UnaryExpression':
      return true;
    default:
      return false;
  }
}

/** `store.set(value)`, `ref.current = value`, and what reads a member. */
function isNamedUse(
  member: Node & { type: 'MemberExpression' },
  outer: Node | undefined,
  taken: Set<string>,
): boolean {
  const key = writtenName(member);
  if (key === undefined) return false;
  switch (outer?.type) {
    case 'AssignmentExpression':
      if (outer.left === member) return outer.operator === '=';
      break;
    case 'CallExpression':
      if (outer.callee === member) return true;
      break;
    case 'UpdateExpression':
      return false;
    case 'UnaryExpression':
      if (outer.operator === 'delete') return false;
      break;
    default:
  }
  taken.add(key);
  return true;
}

/** What a declaration stands in: its names may be told elsewhere. */
function outerOf(above: readonly Node[]): string | undefined {
  return above.at(-3)?.type;
}
