import type { CodeFact, GlobalUse, Listener } from '../analyse/facts.ts';

/**
 * Whether two facts stand in the same function nest: one is in a function that is also around the other, at most
 * `levelsMax` functions further in. Neighbours within a bundle's module wrapper are not related, nor is code at the
 * top level of a file to its functions.
 */
export function isNear(a: CodeFact, b: CodeFact, levelsMax = 2): boolean {
  if (a.at.file !== b.at.file) return false;
  const shared = sharedDepth(a.within, b.within);
  if (shared === 0) return a.within.length === 0 && b.within.length === 0;
  const outer = Math.min(a.within.length, b.within.length);
  const inner = Math.max(a.within.length, b.within.length);
  return outer === shared && inner - shared <= levelsMax;
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
