const emptyList: readonly never[] = [];

/**
 * Lists of values by key. One chain through all values takes a tenth of the room of a list for each key, and of the
 * thousands of keys of a script few are asked about: `show` makes what is handed out for these. Most values are items
 * of a list that is there anyway. For keys that are objects; names, which are dear to look up in a map, go into
 * `ListsByName`.
 */
export class ListsByKey<K, Item, Shown, Other = Item> {
  private readonly items: readonly Item[];
  private readonly show: (value: Item | Other) => Shown;
  /** The value that was added last for each key; others are counted on from the items. */
  private readonly last = new Map<K, number>();
  /** For each item the value before it with the same key, -1 for none. */
  private readonly before: Int32Array;
  private readonly others: { readonly value: Other; readonly before: number }[] = [];
  private readonly lists = new Map<K, readonly Shown[]>();

  constructor(items: readonly Item[], show: (value: Item | Other) => Shown) {
    this.items = items;
    this.show = show;
    this.before = new Int32Array(items.length);
  }

  /** Adds the item at a position; once each, and before the first question. */
  addItem(key: K, at: number): void {
    this.before[at] = this.last.get(key) ?? -1;
    this.last.set(key, at);
  }

  /** Adds what is no item; before the first question. */
  add(key: K, value: Other): void {
    const at = this.items.length + this.others.length;
    this.others.push({ value, before: this.last.get(key) ?? -1 });
    this.last.set(key, at);
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
    if (last === -1) return emptyList;
    const list: Shown[] = [];
    for (let at = last; at !== -1;) {
      const other = at < this.items.length ? undefined : this.others[at - this.items.length]!;
      list.push(this.show(other === undefined ? this.items[at]! : other.value));
      at = other === undefined ? this.before[at]! : other.before;
    }
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
