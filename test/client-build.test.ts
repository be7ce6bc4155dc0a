import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { buildLibrary, clientLibrary } from '../scripts/packages/build-library.ts';

const run = promisify(execFile);
const modules = join(import.meta.dirname, '../node_modules');

describe('the built client', () => {
  let project: string;
  before(async () => {
    // Below the folder in which `typebox` is installed, as it would be beside the package.
    await mkdir(join(modules, '.cache'), { recursive: true });
    project = await mkdtemp(join(modules, '.cache/client-user-'));
    await buildLibrary(clientLibrary, join(project, 'node_modules/@extaudit/client'));
  });
  after(() => rm(project, { recursive: true }));

  it('runs as JavaScript modules, without a TypeScript file in reach', async () => {
    const program = `
      import { createClient, ApiError } from '@extaudit/client';
      import { verifyWebhook } from '@extaudit/client/webhook';
      const refused = await verifyWebhook({ headers: {}, body: '' }, { secret: 'x' }).catch((error) => error.code);
      const client = createClient({ baseUrl: 'http://127.0.0.1:1' });
      const unreachable = await client.listExtensions().catch((error) => error.constructor.name);
      console.log(JSON.stringify([refused, unreachable, ApiError.name]));`;
    await writeFile(join(project, 'program.mjs'), program);
    const { stdout } = await run(process.execPath, ['--no-strip-types', 'program.mjs'], {
      cwd: project,
    });
    assert.deepEqual(JSON.parse(stdout), ['header_missing', 'TypeError', 'ApiError']);
  });

  it("tells each operation's types to a program that is checked with a browser's", async () => {
    await writeFile(
      join(project, 'program.ts'),
      `import { createClient } from '@extaudit/client';
      const client = createClient({ baseUrl: '', token: 'exta_x' });
      const { data } = await client.getExtension({ params: { extensionId: 'a' } });
      export const version: string = data.version;
      // @ts-expect-error: the path needs a parameter
      await client.getExtension();
      // @ts-expect-error: no such sort
      await client.listExtensions({ query: { sort: 'colour' } });`,
    );
    const options =
      '--ignoreConfig --noEmit --strict --module esnext --moduleResolution bundler --target esnext';
    const check = run(
      process.execPath,
      [join(modules, 'typescript/bin/tsc'), ...options.split(' '), '--types', '', 'program.ts'],
      { cwd: project },
    );
    await check.catch((error: { stdout: string }) => assert.fail(error.stdout));
  });
});
