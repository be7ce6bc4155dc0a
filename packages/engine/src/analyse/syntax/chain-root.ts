import type { Node } from 'oxc-parser';

const chainMax = 6;

/** What a chain of members starts with, and how many of them there are. */
export function rootOf(target: Node): { readonly root: Node; readonly hops: number } {
  let root = target;
  let hops = 0;
  for (; root.type === 'MemberExpression' && hops < chainMax; hops += 1) root = root.object;
  return { root, hops };
}
