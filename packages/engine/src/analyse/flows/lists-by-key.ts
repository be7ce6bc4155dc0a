const emptyList: readonly never[] = [];

/**
 * Lists of values by key. One chain through all values takes a tenth of the room of a list for each key, and of the
 * thousands of keys of a script few are asked about.
 */
export class ListsByKey<K, V> {
  private readonly last = new Map<K, number>();
  /** For each value the one before it with the same key, -1 for none. */
  private readonly before: number[] = [];
  private readonly values: V[] = [];
  private readonly lists = new Map<K, readonly V[]>();

  /** To be done before the first question. */
  add(key: K, value: V): void {
    this.before.push(this.last.get(key) ?? -1);
    this.last.set(key, this.values.length);
    this.values.push(value);
  }

  /** The values of a key, in the order they were added. */
  get(key: K): readonly V[] {
    let list = this.lists.get(key);
    if (list === undefined) {
      list = this.collect(this.last.get(key) ?? -1);
      this.lists.set(key, list);
    }
    return list;
  }

  private collect(last: number): readonly V[] {
    if (last === -1) return emptyList;
    const list: V[] = [];
    for (let at = last; at !== -1; at = this.before[at]!) list.push(this.values[at]!);
    return list.reverse();
  }
}
