import { push } from './lists-by-key.ts';

/** Three letters and the length tell names apart well enough to sort them into so many parts. */
const partsMax = 2_048;
const emptyList: readonly never[] = [];

/**
 * Lists of values by name. Names of a script are thousands, and few of them are asked about: they are sorted roughly
 * when they are added, and exactly only in the parts that a question falls into. Most values are items of a list that
 * is there anyway and know their names: these cost no more than a link. `show` makes what is handed out.
 */
export class ListsByName<Item, Shown, Other = Item> {
  private readonly items: readonly Item[];
  private readonly nameOf: (item: Item) => string | undefined;
  private readonly show: (value: Item | Other) => Shown;
  /**
   * The value that was added last to each part, -1 for none; others are counted on from the items. Made with the first
   * value, as most lists stay empty.
   */
  private last: Int32Array | undefined;
  /** For each item the value before it in its part. */
  private readonly before: Int32Array;
  private readonly others: Named<Other>[] = [];
  /** For each part that was asked about, where the values of its names stand, the last of each first. */
  private readonly parts = new Map<number, ReadonlyMap<string, readonly number[]>>();
  private readonly lists = new Map<string, readonly Shown[]>();

  constructor(
    items: readonly Item[],
    nameOf: (item: Item) => string | undefined,
    show: (value: Item | Other) => Shown,
  ) {
    this.items = items;
    this.nameOf = nameOf;
    this.show = show;
    this.before = new Int32Array(items.length);
  }

  /** Adds the item at a position, unless it has no name; once each, and before the first question. */
  addItem(at: number): void {
    const name = this.nameOf(this.items[at]!);
    if (name === undefined) return;
    this.before[at] = this.link(at, name);
  }

  /** Adds what is no item, or an item under another name; before the first question. */
  add(name: string, value: Other): void {
    const before = this.link(this.items.length + this.others.length, name);
    this.others.push({ name, value, before });
  }

  /** The values of a name, in the order they were added. */
  get(name: string): readonly Shown[] {
    if (this.last === undefined) return emptyList;
    let list = this.lists.get(name);
    if (list === undefined) {
      const places = this.partWith(name, this.last).get(name);
      // Names that nothing has are many, and known at once.
      if (places === undefined) return emptyList;
      this.lists.set(name, (list = this.shown(places)));
    }
    return list;
  }

  private partWith(name: string, last: Int32Array): ReadonlyMap<string, readonly number[]> {
    const at = partOf(name);
    let part = this.parts.get(at);
    if (part === undefined) this.parts.set(at, (part = this.sort(last[at]!)));
    return part;
  }

  /** Puts a value at the end of its part; the one that was there before it. */
  private link(at: number, name: string): number {
    this.last ??= new Int32Array(partsMax).fill(-1);
    const part = partOf(name);
    const before = this.last[part]!;
    this.last[part] = at;
    return before;
  }

  private sort(last: number): ReadonlyMap<string, readonly number[]> {
    const lists = new Map<string, number[]>();
    const { items, others } = this;
    for (let at = last; at !== -1;) {
      const other = at < items.length ? undefined : others[at - items.length]!;
      push(lists, other === undefined ? this.nameOf(items[at]!)! : other.name, at);
      at = other === undefined ? this.before[at]! : other.before;
    }
    return lists;
  }

  private shown(places: readonly number[]): readonly Shown[] {
    const { items, others } = this;
    const list: Shown[] = [];
    for (let index = places.length - 1; index >= 0; index -= 1) {
      const at = places[index]!;
      list.push(this.show(at < items.length ? items[at]! : others[at - items.length]!.value));
    }
    return list;
  }
}

interface Named<T> {
  readonly name: string;
  readonly value: T;
  /** The value that was added before it to its part. */
  readonly before: number;
}

function partOf(name: string): number {
  const last = name.length - 1;
  // The empty name has no letters.
  if (last === -1) return 0;
  const letters = name.charCodeAt(0) + 7 * name.charCodeAt(last) + 31 * name.charCodeAt(last >> 1);
  return (letters + 13 * last) % partsMax;
}
