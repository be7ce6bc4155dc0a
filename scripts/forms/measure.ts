import { answerTo, type Answer } from './audit-case.ts';
import type { Case } from './case.ts';

/** What a table asks of the engine, a fact of the extension or its absence in the twin, and what the report says. */
export type Outcome = Case & Answer;

export async function measure(cases: readonly Case[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const one of cases) outcomes.push({ ...one, ...(await answerTo(one)) });
  return outcomes;
}
