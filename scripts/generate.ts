// Writes everything that is generated, or with --check says what is stale.
// To generate something else: add its output to `allOutputs`, and its folder to `generatedFolders` if nothing in it is
// written by hand.

import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { commandIndex, commandIndexPath } from './generate/commands.ts';
import { decisionsPath, decisionsText } from './generate/decisions.ts';
import { failureCodesPath, failureCodesText } from './generate/failure-codes.ts';
import { reliabilityPath, reliabilityText } from './generate/reliability.ts';
import { loadRules } from './generate/load-rules.ts';
import { openApiText } from './generate/openapi.ts';
import {
  corpusStatisticsText,
  readCorpusStatistics,
  ruleStatisticsPath,
} from './generate/rule-statistics.ts';
import { ruleDocument, ruleIndex, ruleTable } from './generate/rules.ts';
import { scoringPath, scoringText } from './generate/scoring-examples.ts';

/** One generated file. `path` is relative to the repository; `content` is all of its text. */
export interface Output {
  readonly path: string;
  content(): string | Promise<string>;
}

/** Folders in which every file is generated, so that one without an output is left over. */
const generatedFolders = ['docs/rules'];

async function allOutputs(): Promise<readonly Output[]> {
  const rules = await loadRules(repository);
  const statistics = await readCorpusStatistics(repository, rules);
  return [
    { path: 'packages/engine/src/rules/index.ts', content: () => ruleIndex(rules) },
    { path: commandIndexPath, content: () => commandIndex(repository) },
    { path: 'docs/openapi.json', content: () => openApiText(repository) },
    { path: failureCodesPath, content: failureCodesText },
    { path: decisionsPath, content: () => decisionsText(repository) },
    { path: reliabilityPath, content: reliabilityText },
    { path: scoringPath, content: () => scoringText(repository) },
    { path: 'docs/rules/README.md', content: () => ruleTable(rules, statistics) },
    { path: ruleStatisticsPath, content: () => corpusStatisticsText(statistics) },
    ...rules.map((rule) => ({
      path: `docs/rules/${rule.category}/${rule.id}.md`,
      content: () => ruleDocument(rule, statistics),
    })),
  ];
}

const repository = join(import.meta.dirname, '..');

if (import.meta.main) {
  const check = process.argv.includes('--check');
  const stale = await generate({ check });
  for (const line of stale) process.stderr.write(`${check ? '' : 'mended '}${line}\n`);
  if (check && stale.length > 0) {
    process.stderr.write('Generated files are stale: run `npm run generate` and commit.\n');
    process.exitCode = 1;
  }
}

/** Brings the generated files up to date, or only looks when `check` is set; answers one line for each that was not. */
export async function generate({ check }: { readonly check: boolean }): Promise<readonly string[]> {
  const outputs = await allOutputs();
  const stale: string[] = [];
  for (const output of outputs) {
    const file = join(repository, output.path);
    const content = await output.content();
    const present = await readIfPresent(file);
    if (present === content) continue;
    stale.push(`${present === undefined ? 'missing' : 'outdated'}: ${output.path}`);
    if (check) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  for (const path of await leftovers(new Set(outputs.map((output) => output.path)))) {
    stale.push(`left over: ${path}`);
    if (!check) await rm(join(repository, path));
  }
  return stale;
}

async function leftovers(wanted: ReadonlySet<string>): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of generatedFolders) {
    if (!existsSync(join(repository, folder))) continue;
    const entries = await readdir(join(repository, folder), {
      recursive: true,
      withFileTypes: true,
    });
    for (const entry of entries) {
      if (entry.isDirectory()) continue;
      const path = join(entry.parentPath, entry.name).slice(repository.length + 1);
      if (!wanted.has(path)) found.push(path);
    }
  }
  return found.sort();
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
