// Measures detection anew: npm run accuracy -- <index.json>
// Puts the tables of `extaudit evaluate` into docs/accuracy.md and the rules' statistics into docs/rules. The list of
// extensions is laid out beforehand; nothing of it is kept in the repository.

import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate } from './generate.ts';
import { ruleStatisticsPath } from './generate/rule-statistics.ts';

const repository = join(import.meta.dirname, '..');
const document = join(repository, 'docs/accuracy.md');

const [index] = process.argv.slice(2);
if (index === undefined) {
  process.stderr.write('Usage: npm run accuracy -- <index.json of the corpus list>\n');
  process.exitCode = 1;
} else {
  await measure(index);
}

async function measure(index: string): Promise<void> {
  const text = await readFile(document, 'utf8');
  const tables = await evaluate(index);
  await writeFile(document, withTables(text, tables));
  await generate({ check: false });
  process.stdout.write(tables);
}

async function evaluate(index: string): Promise<string> {
  const main = join(repository, 'packages/cli/src/main.ts');
  const statistics = join(repository, ruleStatisticsPath);
  const options = ['--no-intel', '--output', '/dev/null', '--rule-statistics', statistics];
  const run = promisify(execFile)(process.execPath, [main, 'evaluate', index, ...options]);
  const { stdout } = await run.catch((error: { code?: unknown; stdout: string }) => {
    // Some entries are no extensions that a browser would load; the tables say how many.
    if (error.code === 3) return error;
    throw error;
  });
  return stdout;
}

/** Replaces what stands between the two marks. */
function withTables(text: string, tables: string): string {
  const [begin, end] = ['<!-- measured: begin -->', '<!-- measured: end -->'];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`docs/accuracy.md lacks ${begin} and ${end}`);
  return `${text.slice(0, from + begin.length)}\n\n\`\`\`text\n${tables}\`\`\`\n\n${text.slice(to)}`;
}
