import type { Node } from 'oxc-parser';
import type { FunctionInfo, Scope } from '../scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import { keyName } from '../walk.ts';

const functionsMax = 6;

/**
 * Whether an expression reads an attribute of the page while the page is watched for changes: pages talk to
 * content scripts so, `new MutationObserver(() => act(node.getAttribute('data-command')))`.
 */
export function isWatchedAttribute(node: Node, scope: Scope, script: ScriptReader): boolean {
  if (!readsAttribute(node)) return false;
  let around: FunctionInfo | undefined = scope.function;
  for (let hops = 0; around !== undefined && hops < functionsMax; hops += 1) {
    if (isObserver(around, script)) return true;
    around = around.parent;
  }
  return false;
}

/** `element.getAttribute(name)`, `element.dataset.name` */
function readsAttribute(node: Node): boolean {
  if (node.type === 'CallExpression')
    return (
      node.callee.type === 'MemberExpression' && keyName(node.callee.property) === 'getAttribute'
    );
  if (node.type !== 'MemberExpression' || node.object.type !== 'MemberExpression') return false;
  return keyName(node.object.property) === 'dataset';
}

function isObserver({ passedTo }: FunctionInfo, script: ScriptReader): boolean {
  return passedTo.some(
    ({ call: { node, scope } }) =>
      node.type === 'NewExpression' && script.pathOf(node.callee, scope) === 'MutationObserver',
  );
}
