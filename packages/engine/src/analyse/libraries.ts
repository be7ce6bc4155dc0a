import type { Library } from './facts.ts';
import type { Lines } from './lines.ts';

/** Of the libraries that one script is said to hold; bundles have many. */
const librariesMax = 50;
/** Marks of one kind that are looked at in one script. */
const marksMax = 100;
const markCharactersMax = 300;

/**
 * Well-known libraries in a script, by their licence comments, the constants they carry through minifiers, and
 * failing that the file's name. Work grows with the text's length only.
 */
export function findLibraries(file: string, text: string, lines: Lines): readonly Library[] {
  const found = new Map<string, Library>();
  const add = (name: string, version: string, offset: number): void => {
    if (found.size < librariesMax && !found.has(name))
      found.set(name, { name, version, at: lines.at(offset) });
  };
  const head = text.slice(0, markCharactersMax);
  readComment(head, 0, add);
  for (const opening of ['/*!', '//!', '@lice']) {
    for (const offset of places(text, opening)) {
      readComment(text.slice(offset, offset + markCharactersMax), offset, add);
    }
  }
  for (const { name, mark, version } of constants) {
    for (const offset of places(text, mark)) {
      const [, number] = version.exec(text.slice(offset, offset + markCharactersMax)) ?? [];
      if (number !== undefined) add(name, number, offset);
    }
  }
  if (found.size === 0) readFileName(file, add);
  return [...found.values()];
}

function* places(text: string, mark: string): Generator<number> {
  let offset = text.indexOf(mark);
  for (let count = 0; offset !== -1 && count < marksMax; count += 1) {
    yield offset;
    offset = text.indexOf(mark, offset + mark.length);
  }
}

type Add = (name: string, version: string, offset: number) => void;

/** `jQuery JavaScript Library v3.4.1`, `jQuery UI - v1.12.1`, `Bootstrap v4.1.3 (https://…)`, `@overview … @version 2.3` */
function readComment(comment: string, offset: number, add: Add): void {
  for (const line of comment.split('\n', 8)) {
    const start = line.slice(0, 200);
    // Most lines hold no version, which is told faster than that they hold no title with one.
    if (!/\d\.\d/.test(start)) continue;
    const [, title, version] =
      /([A-Za-z][\w.]{1,20}(?: [A-Za-z.]{1,20}){0,3}),?\s{1,3}(?:-\s?)?(?:[Vv]ersion:?\s)?v?(\d{1,3}\.\d{1,3}(?:\.\d{1,3})?(?:-[a-z]{1,8}[.\d]{0,6})?)/.exec(
        start,
      ) ?? [];
    if (title === undefined || version === undefined) continue;
    const name = nameOf(title);
    if (name !== undefined) return add(name, version, offset);
  }
}

/** The whole title counts: `Smooth Scroll for jQuery v2.2.0` is another library. */
function nameOf(title: string): string | undefined {
  return titles.get(title.toLowerCase().replace(/^(?:license|name|overview|preserve) /, ''));
}

function readFileName(file: string, add: Add): void {
  const base = file.slice(file.lastIndexOf('/') + 1).toLowerCase();
  const [, title, version] =
    /^([a-z][a-z.-]{1,30}?)[-.@]v?(\d{1,3}\.\d{1,3}\.\d{1,3})(?:[.-](?:slim|min|full|umd|global|prod))*\.js$/.exec(
      base,
    ) ?? [];
  const name = title === undefined ? undefined : titles.get(title.replaceAll('-', ' '));
  if (name !== undefined && version !== undefined) add(name, version, 0);
}

/** What the libraries call themselves, lower case, with their names in the retire.js repository. */
const titles: ReadonlyMap<string, string> = new Map([
  ['angularjs', 'angularjs'],
  ['axios', 'axios'],
  ['backbone.js', 'backbone.js'],
  ['bootstrap', 'bootstrap'],
  ['chart.js', 'chart.js'],
  ['ckeditor', 'ckeditor'],
  ['codemirror', 'codemirror'],
  ['crypto js', 'crypto-js'],
  ['cryptojs', 'crypto-js'],
  ['datatables', 'datatables'],
  ['dompurify', 'dompurify'],
  ['ember', 'ember'],
  ['handlebars', 'handlebars'],
  ['handlebars.js', 'handlebars'],
  ['highlight.js', 'highlight.js'],
  ['jquery', 'jquery'],
  ['jquery javascript library', 'jquery'],
  ['jquery migrate', 'jquery-migrate'],
  ['jquery ui', 'jquery-ui'],
  ['jquery validation plugin', 'jquery-validation'],
  ['jszip', 'jszip'],
  ['knockout', 'knockout'],
  ['knockout javascript library', 'knockout'],
  ['lodash', 'lodash'],
  ['marked', 'marked'],
  ['moment', 'moment.js'],
  ['moment.js', 'moment.js'],
  ['mustache', 'mustache.js'],
  ['mustache.js', 'mustache.js'],
  ['pdf.js', 'pdf.js'],
  ['prototype javascript framework', 'prototypejs'],
  ['react', 'react'],
  ['select2', 'select2'],
  ['socket.io', 'socket.io'],
  ['underscore', 'underscore.js'],
  ['underscore.js', 'underscore.js'],
  ['vue', 'vue'],
  ['vue.js', 'vue'],
]);

interface Constant {
  readonly name: string;
  /** What the text starts with there: up to five letters, which V8 finds fastest. */
  readonly mark: string;
  /** Its first group is the version. */
  readonly version: RegExp;
}

const number = String.raw`["'](\d{1,3}\.\d{1,3}\.\d{1,3}(?:-[a-z0-9.]{1,12})?)["']`;

/** Left in the code by minifiers, which drop comments. */
const constants: readonly Constant[] = [
  { name: 'jquery', mark: 'jquer', version: new RegExp(`^jquery:\\s?${number}`) },
  { name: 'dompurify', mark: 'DOMPu', version: new RegExp(`^DOMPurify\\.version = ${number}`) },
  { name: 'moment.js', mark: '//! v', version: /^\/\/! version : (\d{1,3}\.\d{1,3}\.\d{1,3})/ },
];
