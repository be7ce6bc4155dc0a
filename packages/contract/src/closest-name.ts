/** The name that is most like a mistyped one; `undefined` when none is alike. */
export function closestName(mistyped: string, names: readonly string[]): string | undefined {
  // Typed by hand: a longer word is no slip of the fingers, and distances cost the product of lengths.
  const typed = mistyped.toLowerCase().slice(0, 100);
  const containing = names.filter((name) => typed.length > 2 && name.includes(typed));
  if (containing.length === 1) return containing[0];
  const [best] = names
    .map((name) => ({ name, distance: editDistance(typed, name, slipMax(name)) }))
    .filter(({ name, distance }) => distance <= slipMax(name))
    .sort((a, b) => a.distance - b.distance);
  return best?.name;
}

/** How far a word may be from a name to be a slip of it. */
function slipMax(name: string): number {
  return Math.max(2, name.length / 3);
}

/** Levenshtein's distance, row by row; infinite once it is beyond `max`. */
function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next) > max) return Infinity;
    row = next;
  }
  return row.at(-1) ?? 0;
}
