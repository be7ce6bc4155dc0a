// Measures every so many-th case of the tables, and sends what the reports say by the number of the case.

import { parentPort, workerData } from 'node:worker_threads';
import type { Table } from './case.ts';
import { answerTo, type Answer } from './audit-case.ts';
import { misnamedOf } from './misnamed.ts';
import { casesOf } from './tables/index.ts';

export interface Share {
  readonly tables: readonly Table[];
  readonly index: number;
  readonly count: number;
  /** Whether the extensions themselves are run, and not audited. */
  readonly isCheck: boolean;
}

export interface Measured {
  readonly number: number;
  /** Left out where extensions are run. */
  readonly answer?: Answer;
  /** Why the case is not what it claims. */
  readonly problem?: string;
}

const { tables, index, count, isCheck } = workerData as Share;
const cases = tables.flatMap((table) => casesOf[table]());
for (const [number, one] of cases.entries()) {
  if (number % count !== index) continue;
  const [problem] = isCheck ? await misnamedOf([one]) : [];
  const measured: Measured = {
    number,
    ...(!isCheck && { answer: await answerTo(one) }),
    ...(problem !== undefined && { problem }),
  };
  parentPort?.postMessage(measured, []);
}
