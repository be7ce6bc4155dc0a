import { buildSync, transformSync, type BuildOptions } from 'esbuild';
import { minify_sync, type MinifyOptions } from 'terser';
import type { Transformations } from './transformation.ts';

const oldest: MinifyOptions = {
  toplevel: true,
  mangle: { toplevel: true, properties: false },
  compress: { passes: 3, unsafe: true, unsafe_arrows: true, pure_getters: true },
};

/** Names, space and statements written short, as for most extensions in the stores. */
export const minifiers: Transformations = {
  'as written': { write: (script) => script },
  'in an IIFE': { write: (script) => `(function () {${script}})();` },
  'short names': {
    write: (script) => transformSync(inFunction(script), { minifyIdentifiers: true }).code,
  },
  'esbuild, bundled': { write: (script) => bundled(script, { format: 'iife' }) },
  'esbuild, minified': { write: (script) => bundled(script, { format: 'iife', minify: true }) },
  'esbuild for ES2015': {
    write: (script) => bundled(script, { format: 'iife', minify: true, target: 'es2015' }),
  },
  'esbuild to CommonJS': { write: (script) => bundled(script, { format: 'cjs', minify: true }) },
  terser: { write: (script) => shortened(script, {}) },
  'terser in an IIFE': { write: (script) => shortened(inFunction(script), {}) },
  'terser, unsafe, three passes': { write: (script) => shortened(script, oldest) },
  'terser for ES5': { write: (script) => shortened(script, { ...oldest, ecma: 5 }) },
};

/** Minifiers leave the names of the top level alone, for other scripts may use them. */
function inFunction(script: string): string {
  return `(() => {${script}})();`;
}

function bundled(script: string, options: BuildOptions): string {
  const { outputFiles } = buildSync({
    ...options,
    stdin: { contents: script },
    bundle: true,
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

function shortened(script: string, options: MinifyOptions): string {
  return minify_sync(script, options).code ?? '';
}
