/** What is in one list and not in the other; sorted by code unit. */
export interface Change<T = string> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
}

/** Compares by key; where several items have one key, the first stands for them. */
export function changeBy<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
): Change<T> {
  const [old, now] = [byKey(before, keyOf), byKey(after, keyOf)];
  return { added: without(now, old), removed: without(old, now) };
}

/** What is in both, as it was and as it is. Compares and sorts as `changeBy`. */
export function keptBy<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (item: T) => string,
): readonly { readonly was: T; readonly is: T }[] {
  const [old, now] = [byKey(before, keyOf), byKey(after, keyOf)];
  return sorted([...now].filter(([key]) => old.has(key))).map(([key, is]) => ({
    was: old.get(key)!,
    is,
  }));
}

export function changeOf(before: readonly string[], after: readonly string[]): Change {
  return changeBy(before, after, (text) => text);
}

function byKey<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T> {
  // Backwards, so that the first of a key is set last.
  return new Map(items.toReversed().map((item) => [keyOf(item), item]));
}

function without<T>(items: ReadonlyMap<string, T>, others: ReadonlyMap<string, T>): T[] {
  return sorted([...items].filter(([key]) => !others.has(key))).map(([, item]) => item);
}

function sorted<T>(entries: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
}
