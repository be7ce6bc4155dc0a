import type { Node } from 'oxc-parser';
import type { Scope } from '../scopes.ts';
import { propertyNode } from '../script-reader.ts';
import type { ScriptReader } from '../script-reader.ts';
import { isFunction, keyName } from '../nodes.ts';

/** What of an injection's options becomes code; where it goes and the arguments of its function do not. */
export function injected(node: Node, scope: Scope, script: ScriptReader): readonly Node[] {
  const made = script.origin(node, scope).node;
  if (made.type !== 'ObjectExpression') return [node];
  // Files are those of the package, whichever is chosen.
  return ['code', 'func', 'function', 'js'].flatMap((key) => {
    const value = propertyNode(made, key);
    if (value === undefined || isFunction(value)) return [];
    return key === 'js' ? codeOf(value) : [value];
  });
}

/** Code among the sources of a user script, `[{ code }, { file }]`. */
function codeOf(list: Node): readonly Node[] {
  if (list.type !== 'ArrayExpression') return [];
  return list.elements.flatMap((each) => (each === null ? [] : (propertyNode(each, 'code') ?? [])));
}

/** `document.createTextNode(text)` as its text. */
export function textOfNode(node: Node, scope: Scope, script: ScriptReader): Node {
  const made = script.origin(node, scope).node;
  if (made.type !== 'CallExpression' || made.callee.type !== 'MemberExpression') return node;
  const isText = keyName(made.callee.property) === 'createTextNode';
  return isText ? (made.arguments[0] ?? node) : node;
}
