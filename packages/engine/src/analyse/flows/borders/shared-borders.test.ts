import { testBorders } from '../../../../testing/test-borders.ts';
import type { Border } from '../../../../testing/test-borders.ts';

type Around = (use: string) => string;
type Use = (data: string) => string;

const classic = {
  from: 'b.js',
  to: 'a.js',
  runs: ['own', 'own'],
  manifest: { manifest_version: 2, background: { scripts: ['a.js', 'b.js'] } },
} as const;
const modules = {
  from: 'worker.js',
  to: 'api.js',
  runs: ['own', 'own'],
  manifest: { background: { service_worker: 'worker.js', type: 'module' } },
} as const;
/** The module that gives comes second. */
const given = { ...modules, from: 'api.js', to: 'worker.js' } as const;

const takes = (use: Use, key: string): string => `function ${key}(x) { ${use('x')} }`;
const calls = (around: Around, key: string): string => around(`${key}($)`);
const promises = (around: Around, key: string): string =>
  `function ${key}() { return new Promise((done) => { ${around('done($)')} }) }`;
const awaits = (use: Use, key: string): string => `${key}().then((x) => { ${use('x')} })`;

const borders: readonly Border[] = [
  { ...classic, name: 'an argument between classic scripts', leave: calls, enter: takes },
  {
    ...classic,
    name: 'a method of a global object',
    leave: (around, key) => around(`window.Api.${key}($)`),
    enter: (use, key) => `window.Api = { ${key}(x) { ${use('x')} } }`,
  },
  { ...classic, name: 'a result between classic scripts', leave: promises, enter: awaits },
  {
    ...classic,
    name: 'a callback between classic scripts',
    leave: (around, key) => `function ${key}(done) { ${around('done($)')} }`,
    enter: (use, key) => `${key}((x) => { ${use('x')} })`,
  },
  {
    ...classic,
    name: 'a global variable',
    leave: (around, key) => `var ${key}; ${around(`${key} = $`)}`,
    enter: (use, key) => `setInterval(() => { ${use(key)} }, 5)`,
  },
  {
    ...modules,
    name: 'an argument between modules',
    leave: (around, key) => `import { ${key} } from './api.js'; ${calls(around, key)}`,
    enter: (use, key) => `export ${takes(use, key)}`,
  },
  {
    ...given,
    name: 'a callback of a module whose name could be that of a library',
    leave: (around, key) => `export function ${key}(done) { ${around('done($)')} }`,
    enter: (use, key) => `import { ${key} } from 'api'; ${key}((x) => { ${use('x')} })`,
  },
  {
    ...modules,
    name: 'an argument of a method of a class',
    leave: (around, key) =>
      `import { Api } from './api.js'; const api = new Api(); ${around(`api.${key}($)`)}`,
    enter: (use, key) => `export class Api { ${key}(x) { ${use('x')} } }`,
  },
  {
    ...modules,
    name: 'an argument of a CommonJS module',
    leave: (around, key) => `const api = require('./api.js'); ${around(`api.${key}($)`)}`,
    enter: (use, key) => `exports.${key} = (x) => { ${use('x')} }`,
  },
  {
    ...given,
    name: 'a result between modules',
    leave: (around, key) => `export ${promises(around, key)}`,
    enter: (use, key) => `import { ${key} } from './api.js'; ${awaits(use, key)}`,
  },
  {
    ...modules,
    name: 'a member of the object of another module',
    files: { 'state.js': 'export const state = {};' },
    leave: (around, key) =>
      `import { state } from './state.js'; import './api.js'; ${around(`state.${key} = $`)}`,
    enter: (use, key) =>
      `import { state } from './state.js'; setInterval(() => { ${use(`state.${key}`)} }, 9)`,
  },
  {
    ...given,
    name: 'a callback between modules',
    leave: (around, key) => `export function ${key}(done) { ${around('done($)')} }`,
    enter: (use, key) => `import { ${key} } from './api.js'; ${key}((x) => { ${use('x')} })`,
  },
  {
    name: 'an argument of what importScripts brought',
    from: 'worker.js',
    to: 'api.js',
    runs: ['own', 'own'],
    leave: (around, key) => `importScripts('api.js'); ${calls(around, key)}`,
    enter: takes,
  },
  {
    name: 'an argument between content scripts',
    from: 'b.js',
    to: 'a.js',
    runs: ['page', 'page'],
    manifest: { content_scripts: [{ matches: ['<all_urls>'], js: ['a.js', 'b.js'] }] },
    leave: calls,
    enter: takes,
  },
];

testBorders(borders);
