import type { Fact } from '../case.ts';
import { pairsOf, type Pair, type Row } from '../pairs.ts';

const fact: Fact = { kind: 'incomplete' };
const broken = 'const tide = ;';
const worker = "chrome.alarms.create('tide', { periodInMinutes: 5 });";

/** What cannot be read, where it may run and where nothing runs it. */
const unread: Readonly<Record<string, Row>> = {
  'a script of the worker': {
    worker: "importScripts('«broken¦whole».js');",
    others: { 'broken.js': broken, 'whole.js': 'void 5;' },
    fact,
  },
  'a script of a page': {
    worker,
    others: {
      'popup.html': '<!doctype html><title>Tides</title><script src="«broken¦whole».js"></script>',
      'broken.js': broken,
      'whole.js': 'void 5;',
    },
    manifest: { action: { default_popup: 'popup.html' } },
    fact,
  },
  'a script that another one names': {
    worker: "const tide = 'modules/«broken¦whole»'; chrome.storage.local.set({ tide });",
    others: { 'modules/broken.js': broken, 'modules/whole.js': 'void 5;' },
    fact,
  },
  'a script that is loaded by a computed name': {
    worker: "chrome.storage.local.get('tide', ({ tide }) => «import(tide)¦console.log(tide)»);",
    others: { 'modules/broken.js': broken },
    isModule: true,
    fact,
  },
  'a content script that the package lacks': {
    worker,
    content: { 'content.js': 'void 5;' },
    manifest: { content_scripts: [{ matches: ['<all_urls>'], js: ['«gone¦content».js'] }] },
    fact,
  },
  'a worker that the package lacks': {
    others: { 'worker.js': worker },
    manifest: { background: { service_worker: '«gone¦worker».js' } },
    fact,
  },
};

/** Versions that no browser loads, and those that Firefox does. */
const versions: Readonly<Record<string, Row>> = Object.fromEntries(
  ['«1.0.0.0.0b¦1.0b2»', '«01.2¦1.2a»', '«1.-2¦1.2-rc.1»'].map((version) => [
    `a version such as ${/¦(.*)»/.exec(version)?.[1]}`,
    { worker, manifest: { version }, fact },
  ]),
);

/** What makes a report incomplete: only what can run. */
export const coveragePairs: readonly Pair[] = [
  ...pairsOf('read or not', unread),
  ...pairsOf('loaded or not', versions),
];
