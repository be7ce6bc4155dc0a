/** The start of a list; the list itself where it is no longer, as nearly all are: these questions are asked often. */
export function firstOf<T>(list: readonly T[], most: number): readonly T[] {
  return list.length <= most ? list : list.slice(0, most);
}
