import type { CallExpression, MemberExpression, Node } from 'oxc-parser';

export function memberOf(object: Node, key: Node, isComputed: boolean): MemberExpression {
  return {
    ...spanOf(object, key),
    type: 'MemberExpression',
    object,
    property: key,
    computed: isComputed,
    optional: false,
  } as MemberExpression;
}

export function spread(argument: Node): CallExpression['arguments'][number] {
  return {
    ...place(argument),
    type: 'SpreadElement',
    argument,
  } as CallExpression['arguments'][number];
}

/** Makes another node of a node, at the same place. */
export function become(node: Node, type: Node['type'], parts: object): void {
  const { start, end } = node;
  for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
  Object.assign(node, { type, start, end }, parts);
}

export function place({ start, end }: Node): { readonly start: number; readonly end: number } {
  return { start, end };
}

function spanOf(one: Node, other: Node): { readonly start: number; readonly end: number } {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}
