import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { parseSync } from 'oxc-parser';

/** Who may import whom: folder -> folders of ours that it may import besides itself. */
const importTable: Readonly<Record<string, readonly string[]>> = {
  'engine/vocabulary': [],
  'engine/finding': ['engine/vocabulary'],
  'engine/unpack': ['engine/vocabulary'],
  'engine/model': ['engine/vocabulary', 'engine/finding', 'engine/unpack'],
  'engine/analyse': ['engine/vocabulary', 'engine/finding', 'engine/unpack', 'engine/model'],
  'engine/intelligence': [
    'engine/vocabulary',
    'engine/finding',
    'engine/unpack',
    'engine/model',
    'engine/analyse',
  ],
  'engine/rules': [
    'engine/vocabulary',
    'engine/finding',
    'engine/unpack',
    'engine/model',
    'engine/analyse',
    'engine/intelligence',
  ],
  'engine/score': [
    'engine/vocabulary',
    'engine/finding',
    'engine/unpack',
    'engine/model',
    'engine/analyse',
    'engine/rules',
  ],
  'engine/report': [
    'engine/vocabulary',
    'engine/finding',
    'engine/unpack',
    'engine/model',
    'engine/analyse',
    'engine/rules',
    'engine/score',
  ],
  'engine/audit': [
    'engine/vocabulary',
    'engine/finding',
    'engine/unpack',
    'engine/model',
    'engine/analyse',
    'engine/intelligence',
    'engine/rules',
    'engine/score',
    'engine/report',
  ],
  'engine/diff': [
    'engine/vocabulary',
    'engine/finding',
    'engine/unpack',
    'engine/model',
    'engine/analyse',
    'engine/report',
  ],
  'engine/gate': [
    'engine/vocabulary',
    'engine/finding',
    'engine/model',
    'engine/analyse',
    'engine/report',
    'engine/diff',
  ],
  'engine/review': ['engine/vocabulary', 'engine/finding', 'engine/model', 'engine/report'],
  'engine/host': [
    'engine/audit',
    'engine/diff',
    'engine/unpack',
    'engine/intelligence',
    'engine/report',
  ],
  contract: ['engine/vocabulary'],
  'server/http': ['server/domain', 'server/storage', 'server/errors', 'engine', 'contract'],
  'server/jobs': [
    'server/domain',
    'server/storage',
    'server/outbound',
    'server/stores',
    'server/errors',
    'engine',
  ],
  'server/domain': [
    'server/storage',
    'server/stores',
    'server/outbound',
    'server/errors',
    'engine',
    'contract',
  ],
  'server/storage': ['server/errors', 'engine'],
  'server/doctor': ['server/config', 'server/start-step', 'server/storage', 'engine'],
  'server/metrics': ['server/storage', 'server/errors', 'engine'],
  'server/intel': ['server/storage', 'server/errors', 'engine'],
  'server/stores': ['server/outbound', 'server/errors', 'engine'],
  'server/outbound': ['server/errors', 'engine'],
  client: ['contract'],
  web: ['contract', 'client', 'engine/vocabulary'],
  guide: ['web'],
  cli: ['engine', 'contract', 'client', 'server', 'web', 'guide'],
};

/** Rooms of a folder, each of which imports only from those before it. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'engine/src/analyse': [
    'facts',
    'source',
    'syntax',
    'reaching',
    'deobfuscate',
    'constants',
    'values',
    'scripts',
    'collect',
    'package',
    'flows',
    'detect',
  ],
  'engine/src/analyse/flows': [
    'vocabulary',
    'callers',
    'sources',
    'borders',
    'trace',
    'sinks',
    'guards',
    'record',
    'join',
    'settle',
  ],
  'server/src/storage': [
    'system',
    'postgres',
    'database',
    'account',
    'catalogue',
    'analysis',
    'decision',
    'inventory',
    'monitor',
    'alert',
    'policy',
    'backup',
  ],
  'server/src/domain': [
    'trail',
    'auth',
    'account',
    'openid',
    'decision',
    'alert',
    'analysis',
    'catalogue',
    'store',
    'monitor',
    'inventory',
    'policy',
  ],
};

/** Files of such a folder that open several of its rooms, and that no room imports. */
const doors: readonly string[] = [
  'engine/src/analyse/analyse.ts',
  'engine/src/analyse/joint-scripts.ts',
  'engine/src/analyse/read-flows.ts',
  'engine/src/analyse/read-script.ts',
  'server/src/domain/forget-ended.ts',
];

/** The only engine files that may touch the operating system: the folder reader and the child processes. */
const impureEngineFiles = [
  /^engine\/src\/host\//,
  /^engine\/src\/unpack\/directory\.ts$/,
  /^engine\/src\/unpack\/unpack\.ts$/,
];
const pureNodeModules = new Set([
  'node:crypto',
  'node:path',
  'node:path/posix',
  'node:buffer',
  'node:util',
  'node:assert',
  'node:zlib',
  'node:module',
]);

/** Files that know all rules. */
const ruleSetFiles = new Set(['engine/src/rules/index.ts', 'engine/src/rules/run-rules.ts']);

const packagesDir = join(import.meta.dirname, '..', 'packages');
const sources = globSync('*/src/**/*.{ts,tsx}', { cwd: packagesDir })
  .filter((file) => !/\.test\.tsx?$/.test(file) && !file.includes('/fixtures/'))
  .sort();

interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
}

const imports = sources.flatMap(importsOf);

describe('architecture', () => {
  it('finds sources to look at', () => {
    assert.ok(sources.length > 20, `only ${sources.length} files`);
    assert.ok(imports.length > sources.length);
  });

  it('keeps to the import table', () => {
    const wrong = imports
      .filter(({ from, to }) => !isAllowed(layerOf(from), to))
      .map(({ from, to }) => `${from} -> ${to}`);
    assert.deepEqual(wrong, []);
  });

  it('lets rooms import only from rooms below them', () => {
    const wrong = Object.entries(rooms).flatMap(([folder, order]) => {
      const roomOf = (file: string): number =>
        file.startsWith(`${folder}/`)
          ? order.indexOf(file.slice(folder.length + 1).split('/')[0] ?? '')
          : -1;
      return imports
        .filter(
          ({ from, to }) => roomOf(from) >= 0 && (roomOf(to) > roomOf(from) || doors.includes(to)),
        )
        .map(({ from, to }) => `${from} -> ${to}`);
    });
    assert.deepEqual(wrong, []);
  });

  it('has no file of a sorted folder outside of its rooms but where it opens several', () => {
    const outside = Object.entries(rooms).flatMap(([folder, order]) =>
      sources.filter(
        (file) =>
          file.startsWith(`${folder}/`) &&
          !order.includes(file.slice(folder.length + 1).split('/')[0] ?? ''),
      ),
    );
    assert.deepEqual(outside.sort(), doors);
  });

  it('lets no rule import another rule, the rule set or a Node module', () => {
    const wrong = imports
      .filter(({ from }) => isRule(from))
      .filter(({ to }) => to.startsWith('node:') || isRule(to) || ruleSetFiles.has(to));
    assert.deepEqual(wrong, []);
  });

  it('keeps the engine without file system, network, environment and processes outside its host', () => {
    const wrong = imports
      .filter(
        ({ from, to }) =>
          from.startsWith('engine/') && to.startsWith('node:') && !pureNodeModules.has(to),
      )
      .filter(({ from }) => !impureEngineFiles.some((allowed) => allowed.test(from)));
    assert.deepEqual(wrong, []);
  });

  it('imports nothing of the engine host from the rest of the engine', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        from.startsWith('engine/') &&
        !from.startsWith('engine/src/host/') &&
        to.startsWith('engine/src/host/'),
    );
    assert.deepEqual(wrong, []);
  });

  it('loads the server from the command line lazily only', () => {
    const commands = sources.filter((file) => /^cli\/src\/(main\.ts|commands\/)/.test(file));
    const loadedAtOnce = [...staticallyReachable(commands)];
    assert.ok(loadedAtOnce.length > commands.length);
    assert.deepEqual(
      loadedAtOnce.filter((target) => target.startsWith('@extaudit/server')),
      [],
    );
  });

  it('names no file or folder for nothing in particular', () => {
    const wrong = sources.filter((file) =>
      /(^|\/)(utils?|helpers?|common|misc|manager)(\.tsx?$|\/)/.test(file),
    );
    assert.deepEqual(wrong, []);
  });
});

/** A rule is a file in a category's folder; what several rules need stands beside the folders. */
function isRule(file: string): boolean {
  return /^engine\/src\/rules\/[a-z]+\//.test(file);
}

/** All that is loaded with these files, without types and what they load when they need it. */
function staticallyReachable(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files);
  for (const file of reached) {
    for (const { from, to, typeOnly, dynamic } of imports) {
      if (from === file && !typeOnly && !dynamic) reached.add(to);
    }
  }
  return reached;
}

/** `engine/model`, `server/http`, `contract`, `cli`; top-level files of engine and server are layers of their own. */
function layerOf(file: string): string {
  const [packageName = '', , folder = ''] = file.split('/');
  if (packageName !== 'engine' && packageName !== 'server') return packageName;
  return `${packageName}/${folder.replace(/\.tsx?$/, '')}`;
}

function isAllowed(layer: string, to: string): boolean {
  const allowed = importTable[layer];
  // Files that assemble the whole (a package's door, the service's start) may import all of their own package.
  if (allowed === undefined) return true;
  if (to.startsWith('@extaudit/')) {
    const name = to.slice('@extaudit/'.length);
    return allowed.some(
      (entry) => entry === name || entry === name.split('/')[0] || name.startsWith(`${entry}/`),
    );
  }
  if (to.startsWith('node:') || !to.includes('/src/')) return true;
  const target = layerOf(to);
  return (
    target === layer || allowed.some((entry) => target === entry || target.startsWith(`${entry}/`))
  );
}

/** Imports and re-exports of one file; relative ones as paths below `packages/`. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(packagesDir, file), 'utf8');
  const { module } = parseSync(file, text);
  const found: Import[] = module.staticImports.map((entry) => ({
    from: file,
    to: entry.moduleRequest.value,
    typeOnly: entry.entries.length > 0 && entry.entries.every((name) => name.isType),
    dynamic: false,
  }));
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest)
        found.push({ from: file, to: moduleRequest.value, typeOnly: isType, dynamic: false });
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = text
      .slice(moduleRequest.start, moduleRequest.end)
      .replace(/^['"`]|['"`]$/g, '');
    found.push({ from: file, to: literal, typeOnly: false, dynamic: true });
  }
  return found.map((entry) =>
    entry.to.startsWith('.')
      ? { ...entry, to: relative(packagesDir, join(packagesDir, dirname(file), entry.to)) }
      : entry,
  );
}
