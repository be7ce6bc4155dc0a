import type { Want } from '../../vocabulary/origin.ts';

/** Asks below an object of a library for the value that it holds. */
export const heldKey = '(held)';

/** Whether it is asked for what a library's object holds, which nothing else has. */
export function isOfHolder({ path: [key] }: Want): boolean {
  return key === heldKey;
}
