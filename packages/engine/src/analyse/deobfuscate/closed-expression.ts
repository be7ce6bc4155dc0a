import type { Node } from 'oxc-parser';

/** Functions of the language that decoding starts with. */
const starts: ReadonlySet<string> = new Set(
  'Array JSON Number Object RegExp String TextDecoder Uint8Array atob decodeURI decodeURIComponent parseFloat parseInt unescape'.split(
    ' ',
  ),
);

const hopsMax = 2_000;

/**
 * Whether an operation starts from a constant, such as `(![] + [])[+[]]` and `Array.from('…').map(…)`. A cheap look
 * along its left edge that leaves out nearly all expressions of ordinary code; what it says yes to may still have no value.
 */
export function isClosed(node: Node): boolean {
  if (!operations.has(node.type)) return false;
  let at: Node = node;
  for (let hops = 0; hops < hopsMax; hops += 1) {
    switch (at.type) {
      case 'BinaryExpression':
        at = at.left;
        break;
      case 'UnaryExpression':
        // `typeof x`, `!x` and `void x` of ordinary code end at a name.
        at = at.argument;
        break;
      case 'MemberExpression':
        at = at.object;
        break;
      case 'CallExpression':
      case 'NewExpression':
        at = at.callee;
        break;
      case 'ArrayExpression':
        return hops > 1;
      case 'Literal':
        return hops > 1 && typeof at.value === 'string';
      case 'Identifier':
        return hops > 1 && starts.has(at.name);
      default:
        return false;
    }
  }
  return true;
}

const operations: ReadonlySet<string> = new Set([
  'BinaryExpression',
  'CallExpression',
  'MemberExpression',
  'UnaryExpression',
]);
