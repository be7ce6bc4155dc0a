import { diffArrays } from 'diff';

/** Which row stands where on one side; -1 where the other side has something that this one lacks. */
export interface AlignedSide {
  readonly rows: Int32Array<ArrayBuffer>;
  /** 1 where the row differs from what stands beside it. */
  readonly changed: Uint8Array<ArrayBuffer>;
}

/** Two texts side by side, so that what is the same stands at the same height. */
export interface Alignment {
  readonly before: AlignedSide;
  readonly after: AlignedSide;
  /** Where each changed part begins. */
  readonly parts: readonly number[];
}

/** What differs in more is another text, and takes long to compare. */
const defaultEditsMax = 20_000;
const comparisonMillisecondsMax = 3_000;

/** @returns `undefined` where the two have too little in common, or would take too long */
export function align(
  before: readonly string[],
  after: readonly string[],
  editsMax = defaultEditsMax,
): Alignment | undefined {
  const changes = diffArrays([...before], [...after], {
    maxEditLength: editsMax,
    timeout: comparisonMillisecondsMax,
  });
  if (!changes) return undefined;
  const sides = { before: createSide(), after: createSide() };
  const parts: number[] = [];
  for (let index = 0; index < changes.length; index += 1) {
    const { added, removed, count } = changes[index]!;
    if (!added && !removed) {
      sides.before.add(count, count, false);
      sides.after.add(count, count, false);
      continue;
    }
    parts.push(sides.before.length);
    // What was taken away and what came in its place stand beside each other.
    const next = changes[index + 1];
    const isPair = next !== undefined && (removed ? next.added : next.removed);
    const otherCount = isPair ? next.count : 0;
    if (isPair) index += 1;
    const height = Math.max(count, otherCount);
    sides.before.add(removed ? count : otherCount, height, true);
    sides.after.add(removed ? otherCount : count, height, true);
  }
  return { before: sides.before.finish(), after: sides.after.finish(), parts };
}

function createSide() {
  const rows: number[] = [];
  const changed: number[] = [];
  let next = 0;
  return {
    get length() {
      return rows.length;
    },
    /** So many rows, and gaps below them up to the height. */
    add(count: number, height: number, isChanged: boolean) {
      for (let row = 0; row < height; row += 1) {
        rows.push(row < count ? next + row : -1);
        changed.push(isChanged && row < count ? 1 : 0);
      }
      next += count;
    },
    finish: (): AlignedSide => ({
      rows: Int32Array.from(rows),
      changed: Uint8Array.from(changed),
    }),
  };
}
