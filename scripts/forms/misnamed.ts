import type { Case } from './case.ts';
import { isDone } from './run/deed.ts';
import { runProgram } from './run/run-program.ts';
import { programOf } from './transformations/transformed-program.ts';

/**
 * Runs the extensions in a small browser, which needs `--experimental-vm-modules`.
 * @returns those that do not do what their case says, with why
 */
export async function misnamedOf(cases: Iterable<Case>): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const one of cases) {
    const problem = await problemOf(one);
    const which = one.isTrue ? 'program' : 'twin';
    if (problem) wrong.push(`${one.row} | ${one.column} | ${which}: ${problem}`);
  }
  return wrong;
}

async function problemOf(one: Case): Promise<string | undefined> {
  const { table, fact, isTrue, transformation } = one;
  // Facts are of the manifest, of pages and of people, which the small browser has none of, and it has no libraries.
  if (table === 'facts' || table === 'libraries' || (transformation && fact.kind === 'finding'))
    return undefined;
  try {
    const deeds = await runProgram(programOf(one), { runsTexts: transformation !== undefined });
    if (isDone(deeds, fact) === isTrue) return undefined;
    return isTrue ? 'it does not do what it is for' : 'it does what only the other does';
  } catch (error) {
    return String(error);
  }
}
