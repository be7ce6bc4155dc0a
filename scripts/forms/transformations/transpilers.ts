import { transform } from '@babel/standalone';
import { minify_sync } from 'terser';
import type { Transformations } from './transformation.ts';

/** What compilers make for browsers without classes, arrows or `async`. */
export const transpilers: Transformations = {
  'Babel to ES5': { write: (script) => compiled(script, { ie: '11' }) },
  'Babel to ES5, loosely': { write: (script) => compiled(script, { ie: '11' }, assumptions) },
  'Babel to ES5, minified': {
    write: (script) =>
      minify_sync(`(function () {${compiled(script, { ie: '11' })}})();`).code ?? '',
  },
  'Babel to ES2015': { write: (script) => compiled(script, { chrome: '51' }) },
};

const assumptions = {
  iterableIsArray: true,
  setClassMethods: true,
  setPublicClassFields: true,
  constantSuper: true,
  ignoreToPrimitiveHint: true,
  noDocumentAll: true,
};

function compiled(
  script: string,
  targets: Readonly<Record<string, string>>,
  assumed: Readonly<Record<string, boolean>> = {},
): string {
  const output = transform(script, {
    sourceType: 'script',
    assumptions: assumed,
    targets,
    presets: [['env', { modules: false }]],
  });
  return output?.code ?? '';
}
