import { named, within, type Way } from '../way.ts';

/** Small constructs of everyday code, written out as people write them. */
export const idiomWays: readonly Way[] = [
  ...named('idioms', {
    'an item in place': ['', '[$1, $2][0]'],
    'a member in place': ['', '({ one: $1, two: $2 }).one'],
    'a switch that returns': [
      "function pick(name) { switch (name) { case 'one': return $1; default: return $2; } }",
      "pick('one')",
    ],
    'a table in a function': [
      'const pick = (name) => ({ one: $1, two: $2 })[name];',
      "pick('one')",
    ],
    'a lazy getter': [
      "const o = { get one() { const value = $1; Object.defineProperty(this, 'one', { value }); return value }, two: $2 };",
      'o.one',
    ],
    'a lazy value': ['let made; const give = () => (made ??= $1); const two = $2;', 'give()'],
    'a wrapper of a function': [
      'const wrap = (work) => (...values) => work(...values); const same = wrap((value) => value); void same($2);',
      'same($1)',
    ],
    pipe: [
      'const pipe = (value, ...works) => works.reduce((kept, work) => work(kept), value);',
      'pipe($1, (value) => value, (value) => value)',
    ],
    'Array.from of a Map': [
      "const map = new Map([['one', $1], ['two', $2]]); const [one] = Array.from(map.values());",
      'one',
    ],
    some: ['let one; [$1].some((value) => { one = value; return true }); const two = $2;', 'one'],
    every: ['let one; [$1].every((value) => { one = value; return true }); const two = $2;', 'one'],
    findLast: ['const ones = [$1], twos = [$2];', 'ones.findLast(() => true)'],
    toSpliced: ['const list = [$2].toSpliced(0, 0, $1);', 'list[0]'],
    'a proxy that keeps': [
      'const kept = new Proxy({}, { set(target, key, value) { target[key] = value; return true } }); kept.one = $1; kept.two = $2;',
      'kept.one',
    ],
    'the end of a linked list': [
      'const first = { value: $2, next: null }; first.next = { value: $1, next: null };',
      'first.next.value',
    ],
    'a field of an error': [
      'class Found extends Error { constructor(value) { super(); this.value = value } } let one; try { throw new Found($1) } catch (error) { one = error.value } const two = new Found($2);',
      'one',
    ],
    'a namespace of TypeScript': [
      'var Held; (function (Held) { Held.one = $1; Held.two = $2 })(Held || (Held = {}));',
      'Held.one',
    ],
    'a field that a base class fills': [
      'class Base { constructor(options) { Object.assign(this, options) } } class Full extends Base {} const a = new Full({ one: $1, two: $2 });',
      'a.one',
    ],
    'a singleton by a static method': [
      'class Box { static #made; static get() { return (Box.#made ??= new Box()) } set(value) { this.value = value } } Box.get().set($1); const two = $2;',
      'Box.get().value',
    ],
    'a conditional spread': [
      'const o = { ...(true && { one: $1 }), ...(false || { two: $2 }) };',
      'o.one',
    ],
    'a nested list': ['const rows = [[0, [$2, $1]]]; const [[, [, one]]] = rows;', 'one'],
    'a default of a nested pattern': [
      'const pick = ({ held: { one = $1 } = {} } = {}) => one; const two = $2;',
      'pick()',
    ],
    'an object of closures': [
      'const make = (value) => ({ take: () => value }); const a = make($1), b = make($2);',
      'a.take()',
    ],
    'a recursion over a list': [
      'let one; const each = ([head, ...tail], work) => { work(head); if (tail.length > 0) each(tail, work) }; each([$1], (value) => { one = value }); const two = $2;',
      'one',
    ],
    'a tree that is visited': [
      'let one; const visit = (node, work) => { if (node.value) work(node.value); for (const child of node.children ?? []) visit(child, work) }; visit({ children: [{ value: $1 }] }, (value) => { one = value }); const two = { value: $2 };',
      'one',
    ],
    'a list that is drained': [
      'const jobs = [$1], others = [$2]; let one; while (jobs.length > 0) { const job = jobs.pop(); one = job }',
      'one',
    ],
    'choose by a flag': [
      'function pick(first, a, b) { return first ? a : b }',
      'pick(true, $1, $2)',
    ],
    'options with a kind': [
      "function pick({ kind, a, b }) { if (kind === 'one') return a; return b }",
      "pick({ kind: 'one', a: $1, b: $2 })",
    ],
    'assign to a copy': [
      'const base = {}; const a = Object.assign({}, base, { v: $1 }), b = Object.assign({}, base, { v: $2 });',
      'a.v',
    ],
    'spread copies': [
      'const base = { v: null }; const a = { ...base, v: $1 }, b = { ...base, v: $2 };',
      'a.v',
    ],
    'filter by kind': [
      "const rows = [{ kind: 'two', v: $2 }, { kind: 'one', v: $1 }];",
      "rows.filter((r) => r.kind === 'one')[0].v",
    ],
    'reduce into a table': [
      "const table = [['one', $1], ['two', $2]].reduce((all, [k, v]) => { all[k] = v; return all }, {});",
      'table.one',
    ],
    groupBy: [
      "const rows = Object.groupBy([{ kind: 'two', v: $2 }, { kind: 'one', v: $1 }], (r) => r.kind);",
      'rows.one[0].v',
    ],
  }),
  ...within('idioms', {
    'a debounced callback':
      'const debounce = (work, wait) => { let timer; return (...values) => { clearTimeout(timer); timer = setTimeout(() => work(...values), wait) } }; const later = debounce((one) => { §one§ }, 5); const two = $2; later($1);',
    'a throttled callback':
      'function throttle(work, wait) { let last = 0; return function () { const now = Date.now(); if (now - last >= wait) { last = now; return work.apply(this, arguments) } } } const sometimes = throttle((one) => { §one§ }, 5); const two = $2; sometimes($1);',
    'a chain of middleware':
      'const steps = [(context, next) => { context.one = $1; next() }, (context, next) => { context.two = $2; next() }, (context) => { §context.one§ }]; const run = (at, context) => steps[at]?.(context, () => run(at + 1, context)); run(0, {});',
    'a machine of states':
      "const states = { start(context) { context.one = $1; context.two = $2; return 'end' }, end(context) { §context.one§ return '' } }; let state = 'start'; const context = {}; while (state) state = states[state](context);",
    'a pool of jobs':
      'const jobs = [async () => ($1)]; const others = [async () => ($2)]; (async () => { while (jobs.length > 0) { const one = await jobs.shift()(); §one§ } })();',
    'Promise.all of a map':
      '(async () => { const twos = await Promise.all([$2].map(async (value) => value)); const ones = await Promise.all([$1].map(async (value) => value)); §ones[0]§ })();',
    'a retry':
      'const retry = async (work, times) => { for (let at = 0; at < times; at += 1) { try { return await work() } catch {} } }; (async () => { const two = await retry(async () => ($2), 2); const one = await retry(async () => ($1), 2); §one§ })();',
  }),
];
