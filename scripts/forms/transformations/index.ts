import { evaluators } from './evaluators.ts';
import { minifiers } from './minifiers.ts';
import { obfuscators } from './obfuscators.ts';
import { transpilers } from './transpilers.ts';
import type { Transformations } from './transformation.ts';

export const transformations: Transformations = {
  ...minifiers,
  ...transpilers,
  ...obfuscators,
  ...evaluators,
};
