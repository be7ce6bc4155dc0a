import { type Operation, failuresOf, operations } from '@extaudit/contract';
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after } from 'node:test';

// The law that each declared status of each operation has a test that produces it. A file
// `<operation>.test.ts` produces those that the operation declares itself, `every-operation.test.ts` those
// that follow from what all operations share. Real answers count, not titles; every file is a process of
// its own and answers for itself, so that the law holds for one file as for all.

/** `<operation id> <status>`; the file's tests have nothing to pass it through to the end of the process. */
const produced = new Set<string>();

export function recordStatus({ id }: Operation, status: number): void {
  produced.add(`${id} ${status}`);
}

after(() => {
  const isPart = process.execArgv.some((flag) =>
    /^--test-(?:name-pattern|skip-pattern|only)/.test(flag),
  );
  const file = basename(process.argv[1] ?? '');
  assert.deepEqual(
    isPart ? [] : statusesMissing(file, produced),
    [],
    `${file} does not produce them`,
  );
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
