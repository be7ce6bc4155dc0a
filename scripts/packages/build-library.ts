// Builds a library of ours as JavaScript modules with declarations, for programs that do not run TypeScript. What it needs of
// our other packages is built along with it, so that the folder installs alone.

import { execFile } from 'node:child_process';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { builtPaths, replaceOnce } from './built-paths.ts';
import { fixedRulesetHash, rulesetFile } from './ruleset-hash.ts';

const repository = join(import.meta.dirname, '../..');
const packages = join(repository, 'packages');

interface Library {
  /** Of the package, and of its folder in `packages/`. */
  readonly name: string;
  /** Import name to source file, without their endings. */
  readonly entries: Readonly<Record<string, string>>;
  /** Loaded by their place only, so that no import leads to them. */
  readonly loadedByPath: readonly string[];
  /** Our packages that it imports by name, and the file that each name means. */
  readonly sources: Readonly<Record<string, string>>;
  /** The package whose dependencies it has. */
  readonly dependenciesOf: string;
  /** With a browser's types alone, nothing of Node.js slips in. */
  readonly runsIn: 'browser' | 'node';
  readonly nodeMin: string;
}

export const clientLibrary: Library = {
  name: 'client',
  entries: { '.': 'index', './webhook': 'webhook' },
  loadedByPath: [],
  sources: {
    '@extaudit/contract': 'contract/src/index',
    '@extaudit/engine/vocabulary': 'engine/src/vocabulary',
  },
  dependenciesOf: 'contract',
  runsIn: 'browser',
  nodeMin: '>=20',
};

export const engineLibrary: Library = {
  name: 'engine',
  entries: {
    '.': 'index',
    './vocabulary': 'vocabulary',
    './host': 'host/index',
    './intelligence': 'intelligence/index',
  },
  loadedByPath: ['host/audit-child', 'host/process-watch'],
  sources: {},
  dependenciesOf: 'engine',
  runsIn: 'node',
  nodeMin: '>=22.12',
};

/** Empties the folder and builds into it. */
export async function buildLibrary(library: Library, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await compile(library, folder);
  for await (const file of glob('**/*.{js,d.ts}', { cwd: folder })) {
    const path = join(folder, file);
    await writeFile(path, await withBuiltPaths(library, await readFile(path, 'utf8'), file));
  }
  await writeFile(join(folder, 'package.json'), await packageText(library));
  await cp(join(packages, library.name, 'README.md'), join(folder, 'README.md'));
  await cp(join(repository, 'LICENSE'), join(folder, 'LICENSE'));
}

async function compile(library: Library, folder: string): Promise<void> {
  const source = join(packages, library.name, 'src');
  const config = join(folder, 'tsconfig.json');
  const paths = Object.entries(library.sources).map(([name, file]) => [
    name,
    [join(packages, `${file}.ts`)],
  ]);
  const isForBrowsers = library.runsIn === 'browser';
  await writeFile(
    config,
    JSON.stringify({
      extends: join(repository, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        outDir: folder,
        rootDir: packages,
        typeRoots: [join(repository, 'node_modules/@types')],
        types: isForBrowsers ? [] : ['node'],
        ...(isForBrowsers && { lib: ['esnext', 'dom', 'dom.iterable'] }),
        paths: Object.fromEntries(paths),
      },
      include: [],
      files: [...Object.values(library.entries), ...library.loadedByPath].map((file) =>
        join(source, `${file}.ts`),
      ),
    }),
  );
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [tsc, '-p', config]);
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout, { cause: error });
  }
  await rm(config);
}

/** The compiler leaves names of packages and paths in texts as they are, and in declarations the endings too. */
async function withBuiltPaths({ sources }: Library, text: string, file: string): Promise<string> {
  if (file === rulesetFile.replace(/\.ts$/, '.js')) return fixedRulesetHash();
  const path = file.endsWith('.js') ? builtPaths[file.replace(/\.js$/, '.ts')] : undefined;
  const built = path ? replaceOnce(text, ...path, file) : text;
  return built.replaceAll(
    /(?<=\b(?:from |import\())(['"])([^'"]+)\1/g,
    (_, quote, name: string) => {
      const source = sources[name];
      const target = source === undefined ? name : pathTo(`${source}.js`, file);
      return `${quote}${target.replace(/(?<=^\..*)\.ts$/, '.js')}${quote}`;
    },
  );
}

function pathTo(target: string, file: string): string {
  const path = relative(dirname(file), target);
  return path.startsWith('.') ? path : `./${path}`;
}

async function packageText(library: Library): Promise<string> {
  const read = async (name: string) =>
    JSON.parse(await readFile(join(packages, name, 'package.json'), 'utf8'));
  const { name, version, description, license, type } = await read(library.name);
  const { dependencies } = await read(library.dependenciesOf);
  const ofOthers = Object.entries(dependencies).filter(
    ([dependency]) => !dependency.startsWith('@extaudit/'),
  );
  const exports = Object.entries(library.entries).map(([path, file]) => [
    path,
    {
      types: `./${library.name}/src/${file}.d.ts`,
      default: `./${library.name}/src/${file}.js`,
    },
  ]);
  const built = {
    name,
    version,
    description,
    license,
    type,
    exports: Object.fromEntries(exports),
    dependencies: Object.fromEntries(ofOthers),
    engines: { node: library.nodeMin },
  };
  return `${JSON.stringify(built, undefined, 2)}\n`;
}
