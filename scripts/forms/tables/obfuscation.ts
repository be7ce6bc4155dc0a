import type { Case } from '../case.ts';
import { casesOfPairs } from '../pairs.ts';
import { transformations } from '../transformations/index.ts';
import { deeds } from './obfuscation-programs.ts';

/** Malware and its harmless twins, written through by what builds and hides code. */
export function obfuscationCases(): readonly Case[] {
  return Object.entries(transformations).flatMap(([group, transformation]) => {
    const pairs = Object.entries(deeds).map(([name, deed]) => ({ group, name, ...deed }));
    return casesOfPairs('obfuscation', pairs).map((one) => ({ ...one, transformation }));
  });
}
