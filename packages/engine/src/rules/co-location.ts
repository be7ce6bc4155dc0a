import type { CodeFact, GlobalUse, Listener } from '../analyse/facts.ts';

/**
 * Whether two facts stand in the same function nest: some function is around both and at most `levelsMax` functions
 * out from each. The bound keeps a bundle's wrapper from relating everything to everything; facts at the top level
 * of a file are related only to each other.
 */
export function isNear(a: CodeFact, b: CodeFact, levelsMax = 2): boolean {
  if (a.at.file !== b.at.file) return false;
  const shared = sharedDepth(a.within, b.within);
  if (shared === 0) return a.within.length === 0 && b.within.length === 0;
  return Math.max(a.within.length, b.within.length) - shared <= levelsMax;
}

/** Whether the fact stands inside the function, at any depth. Without a function nothing does. */
export function isInside(fact: CodeFact, functionId: number | undefined): boolean {
  return functionId !== undefined && fact.within.includes(functionId);
}

/** Whether the fact stands inside a function that is handed to the call as an argument. */
export function isInCallback(fact: CodeFact, call: GlobalUse | Listener): boolean {
  const values = 'arguments' in call ? call.arguments : call.options;
  return values.some((value) => value.kind === 'function' && isInside(fact, value.id));
}

function sharedDepth(a: readonly number[], b: readonly number[]): number {
  let depth = 0;
  while (depth < a.length && depth < b.length && a[depth] === b[depth]) depth += 1;
  return depth;
}
