import { type Operation, failuresOf, operations } from '@extaudit/contract';
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after } from 'node:test';
import { getCallSites } from 'node:util';

// The law that each declared status of each operation has a test that produces it. A file
// `<operation>.test.ts` produces those that the operation declares itself, `every-operation.test.ts` those
// that follow from what all operations share. Real answers count, not titles; every file answers for itself,
// also where several share a process, so that the law holds for one file as for all.

/** `<operation id> <status>` by file name; tests have nothing to pass it through to the end of the process. */
const produced = new Map<string, Set<string>>();

/** @returns what records the answers to the test file that calls, however indirectly */
export function statusRecorder(): (operation: Operation, status: number) => void {
  const caller = getCallSites(100).find(({ scriptName }) => scriptName.endsWith('.test.ts'));
  const file = basename(caller?.scriptName ?? '');
  const done = produced.get(file) ?? new Set();
  produced.set(file, done);
  return ({ id }, status) => done.add(`${id} ${status}`);
}

after(() => {
  const isPart = process.execArgv.some((flag) =>
    /^--test-(?:name-pattern|skip-pattern|only)/.test(flag),
  );
  if (isPart) return;
  for (const path of process.argv.slice(1)) {
    const file = basename(path);
    const missing = statusesMissing(file, produced.get(file) ?? new Set());
    // Where files share a process the runner tells of a hook that fails, and ends well all the same.
    if (missing.length > 0) process.exitCode = 1;
    assert.deepEqual(missing, [], `${file} does not produce them`);
  }
});

/** Which statuses a test file would have to produce but did not. @param done `<operation id> <status>` */
export function statusesMissing(file: string, done: ReadonlySet<string>): string[] {
  const all = Object.values<Operation>(operations);
  const demanded = all.flatMap((operation) => {
    const own = [...Object.keys(operation.answers), ...Object.keys(operation.errors)];
    const shared = [...failuresOf(operation).keys()].map(String);
    if (file === `${operation.id}.test.ts`) return own.map((status) => `${operation.id} ${status}`);
    if (file !== 'every-operation.test.ts') return [];
    return shared
      .filter((status) => !own.includes(status))
      .map((status) => `${operation.id} ${status}`);
  });
  return demanded.filter((status) => !done.has(status));
}
