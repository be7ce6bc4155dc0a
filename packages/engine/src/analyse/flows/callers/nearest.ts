import type { Node } from 'oxc-parser';

/**
 * Those of a list in source order that stand around an offset, where it is longer than is looked at: in bundles, what
 * belongs together stands together, and libraries use the same names.
 */
export function nearest<T extends { readonly node: Node }>(
  list: readonly T[],
  start: number,
  most: number,
): readonly T[] {
  if (list.length <= most) return list;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.node.start < start) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, Math.min(low - (most >> 1), list.length - most));
  return list.slice(from, from + most);
}
