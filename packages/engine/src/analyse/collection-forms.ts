// What compilers and libraries of the language make objects and lists of, as the literals that they are.
import type { CallExpression, Node } from 'oxc-parser';
import { bare, isFunction, isNamed, keyName, propertyNode } from './nodes.ts';
import { become, memberOf, objectOf, place, spread } from './tree-edits.ts';

/**
 * `Object.assign({}, a, b)` is `{ ...a, ...b }`, and the like.
 * @returns whether the node is another now
 */
export function makeLiteral(
  node: CallExpression,
  callee: Node & { type: 'MemberExpression' },
): boolean {
  const { object } = callee;
  switch (keyName(callee.property)) {
    case 'allSettled':
      return isNamed(object, 'Promise') && settleList(node, callee);
    case 'assign':
      return isNamed(object, 'Object') && joinObjects(node);
    case 'create':
      return isNamed(object, 'Object') && describedObject(node);
    case 'reduce':
      return reduceToEntries(node, object);
    default:
      return false;
  }
}

/** Of a new object: one that was there before gets the members itself. */
function joinObjects(node: CallExpression): boolean {
  const [first, ...others] = node.arguments;
  if (first?.type !== 'ObjectExpression' || others.length === 0) return false;
  if (others.some(({ type }) => type === 'SpreadElement')) return false;
  become(node, 'ObjectExpression', { properties: [...first.properties, ...others.map(spread)] });
  return true;
}

/** `Object.create(base, { key: { value: x } })` is `{ ...base, key: x }`. */
function describedObject(node: CallExpression): boolean {
  const [base, described, other] = node.arguments;
  if (base === undefined || described?.type !== 'ObjectExpression' || other !== undefined)
    return false;
  const members: Node[] = [];
  for (const entry of described.properties) {
    if (entry.type !== 'Property' || entry.value.type !== 'ObjectExpression') return false;
    const value = propertyNode(entry.value, 'value');
    const getter = propertyNode(entry.value, 'get');
    if (value !== undefined) members.push({ ...entry, value } as Node);
    else if (getter !== undefined && isFunction(getter))
      members.push({ ...entry, kind: 'get', value: getter });
    else return false;
  }
  const isNull = base.type === 'Literal';
  become(node, 'ObjectExpression', { properties: isNull ? members : [spread(base), ...members] });
  return true;
}

/** `Promise.allSettled([a, b])` is `Promise.all([{ value: a }, { value: b }])`. */
function settleList(
  { arguments: [list] }: CallExpression,
  callee: Node & { type: 'MemberExpression' },
): boolean {
  if (list?.type !== 'ArrayExpression') return false;
  callee.property = { ...place(callee.property), type: 'Identifier', name: 'all' } as never;
  list.elements = list.elements.map((element) =>
    element === null || element.type === 'SpreadElement'
      ? element
      : (objectOf(
          { ...place(element), type: 'Identifier', name: 'value' },
          element,
          false,
        ) as never),
  );
  return false;
}

/**
 * `list.reduce((made, [key, value]) => ({ ...made, [key]: value }), {})` and the same by `made[key] = value` is
 * `Object.fromEntries(list)`.
 */
function reduceToEntries(node: CallExpression, list: Node): boolean {
  // Of anything else, `reduce` may be a method of its own.
  if (list.type !== 'ArrayExpression' && !isEntries(list)) return false;
  const [step, start] = node.arguments;
  if (step === undefined || !isFunction(step) || start?.type !== 'ObjectExpression') return false;
  const [made, entry] = step.params;
  if (start.properties.length > 0 || made?.type !== 'Identifier' || entry?.type !== 'ArrayPattern')
    return false;
  const [key, value] = entry.elements;
  if (key?.type !== 'Identifier' || value?.type !== 'Identifier') return false;
  const isMade = (each: Node): boolean => isNamed(each, made.name);
  const isStored = (each: Node | undefined): boolean =>
    each?.type === 'AssignmentExpression' &&
    each.operator === '=' &&
    each.left.type === 'MemberExpression' &&
    each.left.computed &&
    isMade(each.left.object) &&
    isNamed(each.left.property, key.name) &&
    isNamed(each.right, value.name);
  if (!isGathering(step.body!, isMade, isStored, key.name, value.name)) return false;
  const object = { ...place(list), type: 'Identifier', name: 'Object' } as Node;
  const property = { ...place(list), type: 'Identifier', name: 'fromEntries' } as Node;
  node.callee = memberOf(object, property, false);
  node.arguments = [list as never];
  return true;
}

/** `Object.entries(…)` */
function isEntries(node: Node): boolean {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    isNamed(node.callee.object, 'Object') &&
    keyName(node.callee.property) === 'entries'
  );
}

/** Whether what a step of `reduce` does is to put a value under a key and to hand on the object. */
function isGathering(
  body: Node,
  isMade: (node: Node) => boolean,
  isStored: (node: Node | undefined) => boolean,
  key: string,
  value: string,
): boolean {
  if (body.type === 'BlockStatement') {
    const [first, last, other] = body.body;
    if (first?.type === 'ReturnStatement')
      return first.argument !== null && isGathering(first.argument, isMade, isStored, key, value);
    if (first?.type !== 'ExpressionStatement' || last?.type !== 'ReturnStatement') return false;
    return (
      other === undefined &&
      last.argument !== null &&
      isMade(last.argument) &&
      isStored(first.expression)
    );
  }
  const node = bare(body);
  if (body.type === 'SequenceExpression')
    return body.expressions.length === 2 && isStored(body.expressions[0]) && isMade(node);
  if (node.type !== 'ObjectExpression') return false;
  const [kept, entry, other] = node.properties;
  return (
    other === undefined &&
    kept?.type === 'SpreadElement' &&
    isMade(kept.argument) &&
    entry?.type === 'Property' &&
    entry.computed &&
    isNamed(entry.key, key) &&
    isNamed(entry.value, value)
  );
}
