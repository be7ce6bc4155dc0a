import type { Node } from 'oxc-parser';
import { isNamed, keyName } from './nodes.ts';
import type { FunctionLike } from './scopes.ts';
import { nodesOf, place } from './tree-edits.ts';

/** Statements at the beginning of a function that may gather its arguments. */
const statementsMax = 4;

/**
 * What compilers make of rest parameters is one again: `for (var i = 1; i < arguments.length; i++) all[i - 1] = arguments[i]`
 * in a function of one parameter makes `...all` of the list.
 */
export function restoreRest(node: FunctionLike): void {
  const { body, params } = node;
  if (node.type === 'ArrowFunctionExpression' || body?.type !== 'BlockStatement') return;
  if (!params.every(({ type }) => type === 'Identifier')) return;
  for (const [index, statement] of body.body.slice(0, statementsMax).entries()) {
    // What is put into `arguments` before is not what the function was given.
    if (index > 0 && usesArguments(body.body[index - 1]!)) return;
    if (statement.type === 'VariableDeclaration' && restIn(statement, params)) return;
    const list = statement.type === 'ForStatement' ? gathered(statement, params.length) : undefined;
    if (list === undefined) continue;
    const declaring = body.body.slice(0, index).find((each) => declaratorOf(each, list.name));
    if (declaring?.type === 'VariableDeclaration') {
      if (!isEmptyList(declaratorOf(declaring, list.name)!.init)) return;
      declaring.declarations = declaring.declarations.filter(({ id }) => !isNamed(id, list.name));
    } else if (statement.type !== 'ForStatement' || !isEmptyList(initOf(statement, list.name)))
      return;
    body.body.splice(index, 1);
    params.push({ ...place(list), type: 'RestElement', argument: list } as never);
    return;
  }
}

function usesArguments(node: Node): boolean {
  for (const each of nodesOf([node], true)) if (isNamed(each, 'arguments')) return true;
  return false;
}

/** `const all = [].slice.call(arguments, 1)` */
function restIn(
  statement: Node & { type: 'VariableDeclaration' },
  params: FunctionLike['params'],
): boolean {
  const at = statement.declarations.findIndex(
    ({ id, init }) => id.type === 'Identifier' && init !== null && isRest(init, params.length),
  );
  const declarator = statement.declarations[at];
  if (declarator === undefined) return false;
  statement.declarations.splice(at, 1);
  params.push({ ...place(declarator.id), type: 'RestElement', argument: declarator.id } as never);
  return true;
}

/** `Array.prototype.slice.call(arguments, 1)`, `Array.from(arguments)`, `[...arguments]` */
function isRest(node: Node, from: number): boolean {
  if (node.type === 'ArrayExpression') {
    const [only, other] = node.elements;
    return (
      from === 0 &&
      other === undefined &&
      only?.type === 'SpreadElement' &&
      isNamed(only.argument, 'arguments')
    );
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const [list, start, other] = node.arguments;
  const { object, property } = node.callee;
  if (list === undefined || !isNamed(list, 'arguments') || other !== undefined) return false;
  if (keyName(property) === 'from') return from === 0 && start === undefined;
  if (keyName(property) !== 'call' || object.type !== 'MemberExpression') return false;
  const isFrom =
    start === undefined ? from === 0 : start.type === 'Literal' && start.value === from;
  return keyName(object.property) === 'slice' && isFrom;
}

/** The list that a loop puts the arguments of the function into, from a position on. */
function gathered(
  { init, test, body }: Node & { type: 'ForStatement' },
  from: number,
): (Node & { type: 'Identifier' }) | undefined {
  const only = body.type === 'BlockStatement' && body.body.length === 1 ? body.body[0]! : body;
  if (init?.type !== 'VariableDeclaration' || test?.type !== 'BinaryExpression') return undefined;
  if (only.type !== 'ExpressionStatement' || only.expression.type !== 'AssignmentExpression')
    return undefined;
  const { left, right, operator } = only.expression;
  if (operator !== '=' || left.type !== 'MemberExpression' || right.type !== 'MemberExpression')
    return undefined;
  const { property: at } = right;
  if (!isNamed(right.object, 'arguments') || at.type !== 'Identifier') return undefined;
  const start = declaratorOf(init, at.name)?.init;
  const isFrom = start?.type === 'Literal' && start.value === from;
  const isWhole = test.operator === '<' && isNamed(test.left, at.name);
  if (!isFrom || !isWhole || !isPlaceFrom(left.property, at.name, from)) return undefined;
  return left.object.type === 'Identifier' ? left.object : undefined;
}

/** `i`, `i - 1` */
function isPlaceFrom(node: Node, name: string, from: number): boolean {
  if (from === 0 && isNamed(node, name)) return true;
  return (
    node.type === 'BinaryExpression' &&
    node.operator === '-' &&
    isNamed(node.left, name) &&
    node.right.type === 'Literal' &&
    node.right.value === from
  );
}

function initOf({ init }: Node & { type: 'ForStatement' }, name: string): Node | null | undefined {
  return init === null ? undefined : declaratorOf(init, name)?.init;
}

function declaratorOf(
  node: Node,
  name: string,
): (Node & { type: 'VariableDeclarator' }) | undefined {
  return node.type === 'VariableDeclaration'
    ? node.declarations.find(({ id }) => isNamed(id, name))
    : undefined;
}

/** `[]`, `new Array(…)`, `Array(…)` */
function isEmptyList(node: Node | null | undefined): boolean {
  if (node?.type === 'ArrayExpression') return node.elements.length === 0;
  const isMade = node?.type === 'NewExpression' || node?.type === 'CallExpression';
  return isMade && keyName(node.callee) === 'Array' && node.arguments.length < 2;
}
