import { push } from './lists-by-key.ts';

/** First and last letter and the length tell names apart well enough to sort them into so many parts. */
const partsMax = 512;
const emptyList: readonly never[] = [];

/**
 * Lists of values by name. Names of a script are thousands, and few of them are asked about: they are sorted roughly
 * when they are added, and exactly only in the parts that a question falls into. `show` makes what is handed out for
 * these from what is kept.
 */
export class ListsByName<Kept, Shown = Kept> {
  private readonly show: (kept: Kept) => Shown;
  /** The value that was added last to each part, -1 for none; made with the first value, as most lists stay empty. */
  private last: Int32Array | undefined;
  /** For each value the one before it in its part. */
  private readonly before: number[] = [];
  private readonly names: string[] = [];
  private readonly values: Kept[] = [];
  private readonly parts = new Map<number, ReadonlyMap<string, readonly Shown[]>>();

  constructor(show: (kept: Kept) => Shown) {
    this.show = show;
  }

  /** To be done before the first question. */
  add(name: string, value: Kept): void {
    const part = partOf(name);
    this.last ??= new Int32Array(partsMax).fill(-1);
    this.before.push(this.last[part]!);
    this.last[part] = this.values.length;
    this.names.push(name);
    this.values.push(value);
  }

  /** The values of a name, in the order they were added. */
  get(name: string): readonly Shown[] {
    if (this.last === undefined) return emptyList;
    const at = partOf(name);
    let part = this.parts.get(at);
    if (part === undefined) this.parts.set(at, (part = this.sort(this.last[at]!)));
    return part.get(name) ?? emptyList;
  }

  private sort(last: number): ReadonlyMap<string, readonly Shown[]> {
    const added: number[] = [];
    for (let at = last; at !== -1; at = this.before[at]!) added.push(at);
    const lists = new Map<string, Shown[]>();
    for (const at of added.reverse()) push(lists, this.names[at]!, this.show(this.values[at]!));
    return lists;
  }
}

function partOf(name: string): number {
  const last = name.length - 1;
  // The empty name has no letters.
  return last === -1 ? 0 : (name.charCodeAt(0) + 7 * name.charCodeAt(last) + 13 * last) % partsMax;
}
