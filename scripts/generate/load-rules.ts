import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Rule } from '../../packages/engine/src/rules/rule.ts';
import { categories } from '../../packages/engine/src/vocabulary.ts';

/** A rule as it stands in the repository: the folder and the file name it was found under, and its default export. */
export interface RuleFile {
  readonly category: string;
  readonly id: string;
  readonly rule: Rule;
}

export const rulesFolder = 'packages/engine/src/rules';

/**
 * Loads the default export of every `<category>/<id>.ts`, sorted by category and id.
 * Rejects, naming the file, when one cannot be loaded or exports no rule.
 */
export async function loadRules(repository: string): Promise<readonly RuleFile[]> {
  const found: RuleFile[] = [];
  for (const category of categories.toSorted()) {
    for (const id of await ruleIds(join(repository, rulesFolder, category))) {
      const path = `${rulesFolder}/${category}/${id}.ts`;
      found.push({ category, id, rule: await loadRule(join(repository, path), path) });
    }
  }
  return found;
}

async function ruleIds(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .sort();
}

async function loadRule(file: string, path: string): Promise<Rule> {
  const module = (await import(pathToFileURL(file).href).catch((cause: unknown) => {
    throw new Error(`${path} cannot be loaded: ${String(cause)}`, { cause });
  })) as { readonly default?: Rule };
  if (typeof module.default?.check !== 'function') {
    throw new TypeError(`${path} must \`export default defineRule({ … })\``);
  }
  return module.default;
}
