import type { Node } from 'oxc-parser';
import { isFunction, keyName, namesOf } from '../../syntax/nodes.ts';
import { childrenAt, placesOf } from '../../syntax/places.ts';
import type { Binding } from '../../syntax/scopes.ts';
import type { ScriptReader } from '../script-reader.ts';

/** `list.push(x)`, `map.set('a', x)`, `list[0] = x`, or `iterator.next()`, which stands where it runs once and for sure. */
export type Change = Node & { type: 'CallExpression' | 'AssignmentExpression' };

/** Uses of one variable that are looked through. */
const usesMax = 100;
/** Methods that change a list, a map or an iterator in a way that is known from their arguments. */
const changing: ReadonlySet<string> = new Set(
  'add next pop push reverse set shift splice unshift'.split(' '),
);
/** Methods that change it in another way. */
const stirring: ReadonlySet<string> = new Set('clear copyWithin delete fill sort'.split(' '));
/** Functions that leave it as it is, by the object they are members of, or by what compilers call them. */
const reading =
  /^(?:JSON|Math|Object|Array|Promise|Reflect|console|_*(?:read|slicedToArray|spreadArray|toArray|toConsumableArray|values)\d*|structuredClone|Set|Map|fetch)$/;
/** What runs each time, once, when the code around it does. */
const straight: ReadonlySet<string> = new Set(
  (
    'ArrayExpression ArrayPattern AssignmentExpression AwaitExpression BlockStatement CallExpression ChainExpression ExportNamedDeclaration ' +
    'ExpressionStatement MemberExpression NewExpression ObjectExpression ParenthesizedExpression Property RestElement ReturnStatement ' +
    'SequenceExpression SpreadElement TemplateLiteral VariableDeclaration VariableDeclarator'
  ).split(' '),
);

/**
 * Every change of the list, map or iterator that a variable holds, in order; undefined where something else may change it, or where
 * one of them may run more often than once, or not at all.
 */
export function changesOf(
  { name, scope }: Binding,
  { source, walked }: ScriptReader,
): readonly Change[] | undefined {
  const owner = scope.variables.function;
  const roots = owner === undefined ? walked.body : [owner.node.body];
  const [first] = roots;
  const last = roots.at(-1);
  if (!first || !last) return undefined;
  const places = placesOf(name, source, usesMax, { start: first.start, end: last.end });
  if (places === undefined) return undefined;
  const changes: Change[] = [];
  const above: Node[] = [];
  const visit = (node: Node): boolean => {
    // What the name is in there is another variable.
    if (isFunction(node) && node.params.some((each) => namesOf(each).includes(name))) return true;
    if (node.type === 'Identifier') return node.name !== name || readUse(node, above, changes);
    above.push(node);
    for (const child of childrenAt(node, places)) if (!visit(child)) return false;
    above.pop();
    return true;
  };
  for (const root of roots) if (root !== null && !visit(root)) return undefined;
  // What is an argument of a change is changed before.
  return changes.toSorted((left, right) => left.end - right.end);
}

/** @returns whether the use leaves it as it is, or changes it in a way that is known */
function readUse(use: Node, above: readonly Node[], changes: Change[]): boolean {
  const parent = above.at(-1);
  const outer = above.at(-2);
  switch (parent?.type) {
    case 'VariableDeclarator':
      // Another variable of the name, or another name of what it holds.
      return parent.id === use ? isStraight(above) : parent.id.type !== 'Identifier';
    case 'MemberExpression':
      if (parent.object !== use) return parent.computed;
      return readMember(parent, outer, above, changes);
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee !== use && isReading(parent.callee);
    case 'Property':
      return parent.value !== use || parent.key === parent.value;
    case 'ArrayPattern':
    case 'RestElement':
      return isStraight(above);
    case 'BinaryExpression':
    case 'ExpressionStatement':
    case 'ForOfStatement':
    case 'ReturnStatement':
    case 'SpreadElement':
    case 'TemplateLiteral':
    case 'UnaryExpression':
      return true;
    default:
      return false;
  }
}

function readMember(
  member: Node & { type: 'MemberExpression' },
  outer: Node | undefined,
  above: readonly Node[],
  changes: Change[],
): boolean {
  if (outer?.type === 'AssignmentExpression' && outer.left === member) {
    const isPlace = member.computed && /^\d{1,4}$/.test(keyName(member.property) ?? '');
    if (!isPlace || member.property.type !== 'Literal' || outer.operator !== '=') return false;
    changes.push(outer);
    return isStraight(above.slice(0, -2));
  }
  if (outer?.type === 'UpdateExpression' || outer?.type === 'UnaryExpression') return false;
  const method = member.computed ? undefined : keyName(member.property);
  if (method === undefined || (!changing.has(method) && !stirring.has(method))) return true;
  if (stirring.has(method) || outer?.type !== 'CallExpression' || outer.callee !== member)
    return false;
  // What `map.set(key, value)` gives back is another name of the map.
  if (/^(?:add|reverse|set)$/.test(method) && above.at(-3)?.type !== 'ExpressionStatement')
    return false;
  changes.push(outer);
  return isStraight(above.slice(0, -2));
}

function isReading(callee: Node): boolean {
  if (callee.type === 'Identifier') return reading.test(callee.name);
  if (callee.type !== 'MemberExpression') return false;
  if (callee.object.type === 'Identifier') return reading.test(callee.object.name);
  // `f.apply(object, list)`
  return keyName(callee.property) === 'apply';
}

function isStraight(above: readonly Node[]): boolean {
  return above.every(({ type }) => straight.has(type));
}
