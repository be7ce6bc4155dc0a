// What lists and callbacks on them are, as far as one look at the tree says it.
import type { Node } from 'oxc-parser';
import { isFunction, isNamed, keyName } from '../../syntax/nodes.ts';
import type { Located } from '../../syntax/scopes.ts';

/** Elements in order; a hole is undefined. */
export type Elements = readonly (Located | undefined)[];

export function replaced(list: Elements, place: number, element: Located): Elements {
  const all = [...list];
  all[place] = element;
  return all;
}

/** Whether it is surely no list, so that `concat` and `flat` keep it as it is. */
export function isNoList(node: Node): boolean {
  if (isFunction(node)) return true;
  return ['Literal', 'ObjectExpression', 'TemplateLiteral', 'ClassExpression'].includes(node.type);
}

/** `(value) => value` */
export function isIdentity(node: Node | undefined): boolean {
  if (node === undefined || !isFunction(node)) return false;
  const [parameter] = node.params;
  return (
    parameter?.type === 'Identifier' &&
    node.body?.type === 'Identifier' &&
    node.body.name === parameter.name
  );
}

/** `(make) => make()` */
export function isCallOfParameter(node: Node | undefined): boolean {
  if (node?.type !== 'ArrowFunctionExpression') return false;
  const [parameter] = node.params;
  return (
    parameter?.type === 'Identifier' &&
    node.body.type === 'CallExpression' &&
    node.body.arguments.length === 0 &&
    isNamed(node.body.callee, parameter.name)
  );
}

/** Values of an object that is written out, in order. */
export function valuesOf({ node, scope }: Located): Elements | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const all: Located[] = [];
  for (const entry of node.properties) {
    if (entry.type !== 'Property' || entry.kind !== 'init' || entry.computed) return undefined;
    if (/^\d/.test(keyName(entry.key) ?? '0')) return undefined;
    all.push({ node: entry.value, scope });
  }
  return all;
}

/** The member of the parameter that an expression is. */
export function keyAsked(node: Node, parameter: Node): string | undefined {
  if (node.type === 'MemberExpression' && !node.computed && parameter.type === 'Identifier')
    return node.object.type === 'Identifier' && node.object.name === parameter.name
      ? keyName(node.property)
      : undefined;
  if (node.type !== 'Identifier' || parameter.type !== 'ObjectPattern') return undefined;
  for (const entry of parameter.properties)
    if (entry.type === 'Property' && !entry.computed && keyName(entry.value) === node.name)
      return keyName(entry.key);
  return undefined;
}

export function onlyReturned({ body }: Node & { type: 'BlockStatement' }): Node | null | undefined {
  const [only] = body;
  return body.length === 1 && only?.type === 'ReturnStatement' ? only.argument : undefined;
}
