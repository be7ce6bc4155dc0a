/**
 * Lists of values by key. One chain through all values takes a tenth of the room of a list for each key, and of the
 * thousands of keys of a script few are asked about: `show` makes what is handed out for these from what is kept.
 * For keys that are objects; names, which are dear to look up in a map, go into `ListsByName`.
 */
export class ListsByKey<K, Kept, Shown> {
  private readonly show: (kept: Kept) => Shown;
  private readonly last = new Map<K, number>();
  /** For each value the one before it with the same key, -1 for none. */
  private readonly before: number[] = [];
  private readonly values: Kept[] = [];
  private readonly lists = new Map<K, readonly Shown[]>();

  constructor(show: (kept: Kept) => Shown) {
    this.show = show;
  }

  /** To be done before the first question. */
  add(key: K, value: Kept): void {
    this.before.push(this.last.get(key) ?? -1);
    this.last.set(key, this.values.length);
    this.values.push(value);
  }

  /** In the order their first values were added. */
  keys(): Iterable<K> {
    return this.last.keys();
  }

  /** The values of a key, in the order they were added. */
  get(key: K): readonly Shown[] {
    let list = this.lists.get(key);
    if (list === undefined) {
      list = this.collect(this.last.get(key) ?? -1);
      this.lists.set(key, list);
    }
    return list;
  }

  private collect(last: number): readonly Shown[] {
    const list: Shown[] = [];
    for (let at = last; at !== -1; at = this.before[at]!) list.push(this.show(this.values[at]!));
    return list.reverse();
  }
}

/** Adds a value to the list of its key. */
export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  // As in `appended`: most lists stay short.
  else if (list.length === 1) map.set(key, [list[0]!, value]);
  else list.push(value);
}
