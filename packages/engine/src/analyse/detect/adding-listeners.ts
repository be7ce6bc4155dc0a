import { visitorKeys } from 'oxc-parser';
import type { Node } from 'oxc-parser';
import { keyName } from '../syntax/nodes.ts';
import type { FunctionInfo } from '../syntax/scopes.ts';

const nodesMax = 2_000;

/** Methods that a list of headers is read or copied with, or added to; `push` counts by what it adds. */
const harmless: ReadonlySet<string> = new Set(
  (
    'concat debug endsWith entries every find findIndex forEach get has includes indexOf info join keys log map push set some startsWith ' +
    'toLowerCase toString toUpperCase trim unshift values warn'
  ).split(' '),
);

/**
 * Whether a listener for the headers of answers takes none away, as far as its own code shows: it only reads headers, and
 * adds such as are written out.
 */
export function onlyAddsHeaders({ node: { body } }: FunctionInfo): boolean {
  if (body === null) return false;
  const open: Node[] = [body];
  for (let count = 0; open.length > 0; count += 1) {
    if (count >= nodesMax) return false;
    const node = open.pop()!;
    if (!isHarmless(node)) return false;
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[key];
      for (const each of Array.isArray(child) ? child : [child])
        if (typeof each === 'object' && each !== null && 'type' in each) open.push(each as Node);
    }
  }
  return true;
}

function isHarmless(node: Node): boolean {
  switch (node.type) {
    case 'AssignmentExpression':
      return node.left.type === 'Identifier';
    case 'UnaryExpression':
      return node.operator !== 'delete';
    case 'ContinueStatement':
      return false;
    case 'CallExpression': {
      const { callee } = node;
      const name = callee.type === 'MemberExpression' ? keyName(callee.property) : undefined;
      if (name === undefined || !harmless.has(name)) return false;
      return (
        (name !== 'push' && name !== 'unshift') ||
        node.arguments.every(({ type }) => type === 'ObjectExpression')
      );
    }
    default:
      return true;
  }
}
