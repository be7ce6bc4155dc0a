/** Items in their order. Mostly there is one, which stands for itself: a list around each would be much to keep. */
export type Few<T extends object> = T | T[] | undefined;

/** Adds an item; lists of more than one are changed in place. */
export function added<T extends object>(few: Few<T>, item: T): Few<T> {
  if (few === undefined) return item;
  if (!Array.isArray(few)) return [few, item];
  few.push(item);
  return few;
}

export function listOf<T extends object>(few: Few<T>): readonly T[] {
  if (few === undefined) return noneYet;
  return Array.isArray(few) ? few : [few];
}

/** The item, where there is one alone. */
export function onlyOf<T extends object>(few: Few<T>): T | undefined {
  return Array.isArray(few) ? undefined : few;
}

/** What lists start as that `appended` adds to. */
export const noneYet: readonly never[] = [];

/** The list with one more. With a first `push` V8 makes room for 17, and most lists of a script hold one or two. */
export function appended<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item];
  if (list.length === 1) return [list[0]!, item];
  (list as T[]).push(item);
  return list;
}
