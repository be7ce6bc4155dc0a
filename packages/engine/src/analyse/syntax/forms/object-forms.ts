import type { CallExpression, Node, ObjectExpression } from 'oxc-parser';
import { bare, keyName, rootName } from '../nodes.ts';
import { memberOf, place } from '../tree-edits.ts';
import type { TreeEdits } from '../tree-edits.ts';

type Parts = ObjectExpression['properties'];

/** `__spreadValues` of esbuild, `_objectSpread2` and `_extends` of Babel, `__assign` of TypeScript, `_object_spread_props` of swc. */
const spreading =
  /^_{1,2}(?:spread_?values|spread_?props|object_?spread(?:_?props)?|assign|extends)\d*$/i;
/** `_defineProperty` of Babel, `_define_property` of swc. */
const defining = /^_define_?property\d*$/i;
/** `__publicField` of esbuild */
const ofFields = /^__publicField\d*$/;
/** `_slicedToArray` of Babel, `_sliced_to_array` of swc, `__read` of TypeScript. */
const slicing = /^_{1,2}(?:sliced_?to_?array|to_?array|read)\d*$/i;

/** Objects that lie in one another. */
const depthMax = 200;

/**
 * Turns what compilers make of objects that are spread, of keys in brackets and of patterns of lists back in the tree:
 * `__spreadProps(__spreadValues({}, a), { k: x })` is `{ ...a, ...{ k: x } }`, `_defineProperty({}, key, x)` is
 * `{ [key]: x }`, `__publicField(this, 'key', x)` is `this.key = x`, `_slicedToArray(list, 2)` is `list`.
 * @returns names of the helpers that were called, where the node is another now
 */
export function restoreObject(
  node: CallExpression,
  edits: TreeEdits,
): readonly string[] | undefined {
  const name = helperName(node);
  const [first, count, other] = node.arguments;
  if (name === undefined || first === undefined || first.type === 'SpreadElement') return undefined;
  const root = rootOf(node);
  if (slicing.test(name)) {
    const isCounted = count === undefined || (count.type === 'Literal' && other === undefined);
    if (isCounted) edits.become(node, first.type, { ...first });
    return isCounted ? [root] : undefined;
  }
  if (writeField(node, name, edits)) return [root];
  const helpers: string[] = [];
  const properties = partsOf(node, 0, helpers);
  if (properties === undefined) return undefined;
  edits.become(node, 'ObjectExpression', { properties });
  return helpers;
}

/** `__publicField(this, 'key', x)`, and what other compilers call so of `this`, is `this.key = x`. */
function writeField(node: CallExpression, name: string, edits: TreeEdits): boolean {
  const [object, key, value, other] = node.arguments;
  const isField = ofFields.test(name) || (defining.test(name) && object?.type === 'ThisExpression');
  if (!isField || object === undefined || key?.type !== 'Literal' || other !== undefined)
    return false;
  if (value?.type === 'SpreadElement') return false;
  const right = value ?? { ...place(key), type: 'Identifier', name: 'undefined' };
  edits.become(node, 'AssignmentExpression', {
    operator: '=',
    left: memberOf(object, key, true),
    right,
  });
  return true;
}

/** What an object is made of that is written out, however many helpers it goes through; undefined for others. */
function partsOf(node: Node, depth: number, helpers: string[]): Parts | undefined {
  if (node.type === 'ObjectExpression') return node.properties;
  const name = node.type === 'CallExpression' ? helperName(node) : undefined;
  if (name === undefined || node.type !== 'CallExpression' || depth > depthMax) return undefined;
  const [first, ...given] = node.arguments;
  const before = first && partsOf(first, depth + 1, helpers);
  if (before === undefined) return undefined;
  helpers.push(rootOf(node));
  if (spreading.test(name)) return [...before, ...given.map(spreadOf)];
  const [key, value, other] = given;
  const isDefined = defining.test(name) && key !== undefined && value !== undefined;
  if (!isDefined || other !== undefined || value.type === 'SpreadElement') return undefined;
  return [...before, propertyOf(key, value)];
}

function helperName({ callee }: CallExpression): string | undefined {
  const named = bare(callee);
  if (named.type !== 'MemberExpression') return keyName(named);
  const key = keyName(named.property);
  // `(0, _objectSpread2.default)({}, a)`
  return key === 'default' ? keyName(named.object) : key;
}

/** The variable that a helper is taken from. */
function rootOf({ callee }: CallExpression): string {
  return rootName(bare(callee)) ?? '';
}

function spreadOf(argument: Node): Parts[number] {
  return { ...place(argument), type: 'SpreadElement', argument } as Parts[number];
}

function propertyOf(key: Node, value: Node): Parts[number] {
  return {
    start: key.start,
    end: value.end,
    type: 'Property',
    kind: 'init',
    key,
    value,
    computed: true,
    method: false,
    shorthand: false,
  } as Parts[number];
}
