const roomFirst = 128;

/** Offsets in a text or file, in order: lists of them are long and kept to the end, and take a sixth of the room here. */
export class Offsets {
  private items = new Uint32Array(roomFirst);
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(offset: number): void {
    if (this.count === this.items.length) {
      const grown = new Uint32Array(this.count * 2);
      grown.set(this.items);
      this.items = grown;
    }
    this.items[this.count] = offset;
    this.count += 1;
  }

  at(index: number): number | undefined {
    return index < this.count ? this.items[index] : undefined;
  }
}
