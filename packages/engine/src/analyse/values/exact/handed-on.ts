// What becomes of what an expression gives: whether anybody may put something into it.
import type { Node } from 'oxc-parser';
import { isFunction, keyName, writtenName } from '../../syntax/nodes.ts';
import type { FunctionLike } from '../../syntax/scopes.ts';
import type { ScriptReader } from '../script-reader.ts';

/** It is read alone, it may be changed or kept by others, or the function gives it back to its callers. */
export type Fate = 'read' | 'changed' | FunctionLike;

/** Methods that change what they are called on. */
const changing: ReadonlySet<string> = new Set(
  'add append clear copyWithin delete fill pop push reverse set shift sort splice unshift'.split(
    ' ',
  ),
);
/** Methods of lists and maps that give an element, and those that put one there or ask for none. */
const giving: ReadonlySet<string> = new Set('at get pop shift'.split(' '));
const keeping: ReadonlySet<string> = new Set(
  'add clear delete has includes indexOf push set unshift'.split(' '),
);
/** Functions of the browser that read their arguments, or copy them; elsewhere the names may mean something else. */
const reading =
  /^(?:(?:window\.)?fetch|JSON\.stringify|String|encodeURIComponent|(?:console|chrome|browser)\.[\w.]+|navigator\.sendBeacon)$/u;
const declaring =
  /\b(?:class|const|function|let|var)\s+(?:fetch|JSON|String|encodeURIComponent|console|chrome|browser|navigator|window)\b/u;

/** What becomes of the value of the node, below those around it. */
export function fateOf(node: Node, above: readonly Node[], script: ScriptReader): Fate {
  const around = above.at(-1);
  const outer = above.slice(0, -1);
  switch (around?.type) {
    case 'MemberExpression':
      return around.object === node ? fateOfMember(around, outer, script) : 'read';
    case 'CallExpression':
      if (around.callee === node) return 'read';
      return isReading(around, outer, script) ? 'read' : 'changed';
    case 'Property':
      if (around.value !== node || around.computed) return 'changed';
      return outer.at(-1)?.type === 'ObjectExpression'
        ? fateOf(outer.at(-1)!, outer.slice(0, -1), script)
        : 'changed';
    case 'ConditionalExpression':
      return around.test === node ? 'read' : fateOf(around, outer, script);
    case 'ArrayExpression':
    case 'AwaitExpression':
    case 'ChainExpression':
    case 'LogicalExpression':
    case 'ParenthesizedExpression':
    case 'SequenceExpression':
    case 'SpreadElement':
      return fateOf(around, outer, script);
    case 'ArrowFunctionExpression':
      return around.body === node ? around : 'changed';
    case 'ReturnStatement':
      return above.findLast(isFunction) ?? 'changed';
    case 'BinaryExpression':
    case 'ExpressionStatement':
    case 'IfStatement':
    case 'TemplateLiteral':
    case 'UnaryExpression':
      return 'read';
    default:
      return 'changed';
  }
}

/** What becomes of the elements or entries of the value of the node. */
export function fateOfElements(node: Node, above: readonly Node[], script: ScriptReader): Fate {
  const around = above.at(-1);
  const outer = above.slice(0, -1);
  if (around?.type !== 'MemberExpression' || around.object !== node)
    return isAsked(around) ? 'read' : 'changed';
  const call = outer.at(-1);
  if (call?.type === 'AssignmentExpression' && call.left === around) return 'read';
  if (call?.type !== 'CallExpression' || call.callee !== around) {
    const key = writtenName(around);
    return key === 'length' || key === 'size' ? 'read' : fateOf(around, outer, script);
  }
  const method = writtenName(around);
  if (method === undefined || call.arguments.some(isFunction)) return 'changed';
  if (keeping.has(method)) return 'read';
  return giving.has(method) ? fateOf(call, outer.slice(0, -1), script) : 'changed';
}

/** Whether it is only asked whether there is one. */
function isAsked(around: Node | undefined): boolean {
  return around?.type === 'UnaryExpression' || around?.type === 'IfStatement';
}

function fateOfMember(
  member: Node & { type: 'MemberExpression' },
  above: readonly Node[],
  script: ScriptReader,
): Fate {
  const around = above.at(-1);
  switch (around?.type) {
    case 'CallExpression': {
      if (around.callee !== member) break;
      const method = writtenName(member);
      if (method === undefined || changing.has(method) || around.arguments.some(isFunction))
        return 'changed';
      return fateOf(around, above.slice(0, -1), script);
    }
    case 'UpdateExpression':
      return 'changed';
    case 'UnaryExpression':
      return around.operator === 'delete' ? 'changed' : 'read';
    default:
  }
  return fateOf(member, above, script);
}

/** Whether a function of the browser is called that leaves its arguments as they are. */
function isReading(
  { callee }: Node & { type: 'CallExpression' },
  above: readonly Node[],
  script: ScriptReader,
): boolean {
  const { index, walked } = script;
  const path = namedPathOf(callee);
  if (path === undefined || !reading.test(path) || script.mentions(declaring)) return false;
  const around = above.findLast(isFunction);
  const scope = (around && walked.functionOf.get(around)?.scope) ?? walked.scope;
  const [root = ''] = path.split('.', 1);
  const last = path.slice(path.lastIndexOf('.') + 1);
  return scope.lookup(root) === undefined && index.membersNamed(last).length === 0;
}

/** `JSON.stringify` */
function namedPathOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed) return undefined;
  const path = namedPathOf(node.object);
  return path && `${path}.${keyName(node.property)}`;
}
