import type { Way } from '../way.ts';
import { asynchronousWays } from './asynchronous.ts';
import { bundlerWays } from './bundlers.ts';
import { classWays } from './classes.ts';
import { functionWays } from './functions.ts';
import { globalWays } from './globals.ts';
import { idiomWays } from './idioms.ts';
import { listWays } from './lists.ts';
import { nameWays } from './names.ts';
import { objectWays } from './objects.ts';
import { operatorWays } from './operators.ts';
import { transpilerWays } from './transpilers.ts';

export const ways: readonly Way[] = [
  ...nameWays,
  ...operatorWays,
  ...objectWays,
  ...functionWays,
  ...classWays,
  ...listWays,
  ...asynchronousWays,
  ...globalWays,
  ...bundlerWays,
  ...transpilerWays,
  ...idiomWays,
];
