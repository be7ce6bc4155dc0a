// Runs every example of docs/api-guide.md against a real service and says where it prints something else, or
// with --write puts what it prints into the guide.

import { type Operation, operations } from '@extaudit/contract';
import { loadConfig, startService } from '@extaudit/server';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { answerProblemFinder } from '../packages/server/src/testing/answer-problem.ts';
import { startTestStore } from '../packages/server/src/testing/test-store.ts';
import { type Example, readGuide, sameShape, shortened, withAnswers } from './api-guide/guide.ts';

const repository = join(import.meta.dirname, '..');
const guideFile = join(repository, 'docs/api-guide.md');
const reactDeveloperTools = 'fmkadmapgofadopljbjfkapdkoienihi.crx';

export interface GuideCheck {
  /** One text for each example that does not print what the guide says, or what the contract allows. */
  readonly problems: readonly string[];
  /** What was called. */
  readonly called: readonly Operation[];
}

/** Starts a service with an empty data folder and a real package, and goes through the guide in one shell. */
export async function checkApiGuide({ write = false } = {}): Promise<GuideCheck> {
  const guide = await readFile(guideFile, 'utf8');
  const examples = readGuide(guide);
  const outcomes = await inScratchFolder((folder) => runExamples(folder, examples));
  if (write)
    await writeGuide(
      withAnswers(
        guide,
        outcomes.map(({ stdout }) => stdout),
      ),
    );
  return {
    problems: outcomes.flatMap((outcome, index) => {
      const example = examples[index];
      const problem = example && problemOf(example, outcome, write);
      return problem === undefined ? [] : [`${example?.command}\n${problem}`];
    }),
    called: outcomes.flatMap(({ calls }) => calls.flatMap((call) => operationOf(call) ?? [])),
  };
}

async function writeGuide(guide: string): Promise<void> {
  await writeFile(guideFile, guide);
  await promisify(execFile)(join(repository, 'node_modules/.bin/oxfmt'), [guideFile]);
}

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly calls: readonly Call[];
}

/** What curl tells of one request. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly type: string;
}

async function inScratchFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-guide-'));
  try {
    const packages = join(repository, 'node_modules/@tomjs/electron-devtools-files/extensions');
    await copyFile(join(packages, reactDeveloperTools), join(folder, 'extension.crx'));
    await writeFile(join(folder, '.curlrc'), curlSettings);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A line for each request, out of the way of what the example prints. */
const curlSettings = `silent
show-error
write-out = "%{stderr}curl: %{method} %{url_effective} %{http_code} %{content_type}\\n"
`;

async function runExamples(folder: string, examples: readonly Example[]): Promise<Outcome[]> {
  // Nothing leaves this machine: neither questions to the store, which has nothing new, nor alerts.
  await using store = await startTestStore({ everyIdVersion: '0.1' });
  const env = {
    EXTAUDIT_DATA_DIR: join(folder, 'data'),
    EXTAUDIT_PORT: '0',
    EXTAUDIT_CHROME_STORE_URL: store.chromeUrl,
    EXTAUDIT_ALLOW_PRIVATE_DESTINATIONS: '127.0.0.1/32',
  };
  const config = await loadConfig({ env, workingFolder: folder });
  const service = await startService(config, { version: '0.0.0' });
  try {
    const commands = examples.map(({ command }) => `${command}\n${endOfExample}`);
    const script = [endBackground, ...commands].join('\n');
    const code = new URL(service.setupUrl ?? '').searchParams.get('code') ?? '';
    const { stdout, stderr } = await promisify(execFile)('bash', ['-euc', script], {
      cwd: folder,
      timeout: 120_000,
      env: {
        ...env,
        PATH: `${join(repository, 'node_modules/.bin')}:${process.env['PATH']}`,
        CURL_HOME: folder,
        BASE: service.url,
        CODE: code,
      },
    });
    const [printed, told] = [stdout.split(mark), stderr.split(mark)];
    return examples.map((_, index) => outcomeOf(printed[index] ?? '', told[index] ?? ''));
  } finally {
    await service.stop();
  }
}

/** Also where an example fails. */
const endBackground = "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT";
const mark = '\u0001end of example\u0001';
const endOfExample = `printf '${mark}'; printf '${mark}' >&2`;

function outcomeOf(stdout: string, stderr: string): Outcome {
  const told = stderr.matchAll(/^curl: (\S+) \S+?:\/\/[^/]+(\/[^?\s]*)\S* (\d+) ([^;\n]*)/gm);
  const calls = [...told].map(([, method = '', path = '', status, type = '']) => ({
    method,
    path,
    status: Number(status),
    type,
  }));
  return { stdout, stderr, calls };
}

function problemOf(example: Example, outcome: Outcome, isWritten: boolean): string | undefined {
  if (example.answer === undefined) return undefined;
  const { stdout, stderr, calls } = outcome;
  const call = calls.at(-1);
  if (!call) return `called nothing: ${stderr}`;
  const operation = operationOf(call);
  if (!operation) return `${call.method} ${call.path} is no operation`;
  // The headers besides this one are not in question here.
  const header = (name: string): string => (name === 'content-type' ? call.type : 'present');
  const problem = answerProblemFinder()(operation, { status: call.status, header, text: stdout });
  if (problem !== undefined || isWritten) return problem;
  const printed = shortened(JSON.parse(stdout));
  return sameShape(JSON.parse(example.answer), printed)
    ? undefined
    : `prints ${JSON.stringify(printed, null, 2)}`;
}

function operationOf({ method, path }: Call): Operation | undefined {
  return Object.values<Operation>(operations)
    .toSorted((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
    .find((operation) => {
      const pattern = operation.path.replaceAll(/\{\w+\}/g, '[^/]+');
      return operation.method === method && new RegExp(`^${pattern}$`).test(path);
    });
}

// Last, because it runs at once.
if (import.meta.main) {
  const { problems } = await checkApiGuide({ write: process.argv.includes('--write') });
  for (const problem of problems) process.stderr.write(`${problem}\n\n`);
  if (problems.length > 0) process.exitCode = 1;
}
