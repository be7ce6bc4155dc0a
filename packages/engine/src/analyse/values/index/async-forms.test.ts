import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from '../../../../testing/flows-between.ts';

const content = `
  window.addEventListener('message', function (event) {
    chrome.runtime.sendMessage({ url: event.data.url }, function (answer) { window.postMessage({ answer: answer }, '*'); });
  });`;
const listener = `chrome.runtime.onMessage.addListener(function (m, from, done) { load(m).then(done); return true; });`;

const forms: readonly [string, string][] = [
  [
    "TypeScript's __awaiter over a generator",
    `function load(m) { return __awaiter(this, void 0, void 0, function* () {
       const r = yield fetch(m.url); const t = yield r.text(); return { t: t }; }); }
     ${listener}`,
  ],
  [
    "TypeScript's __generator",
    `function load(m) { return __awaiter(this, void 0, void 0, function () { var r, t; return __generator(this, function (_a) {
       switch (_a.label) {
         case 0: return [4 /*yield*/, fetch(m.url)];
         case 1: r = _a.sent(); return [4 /*yield*/, r.text()];
         case 2: t = _a.sent(); return [2 /*return*/, { t: t }];
       } }); }); }
     ${listener}`,
  ],
  [
    "Babel's regenerator",
    `function load(_x) { return _load.apply(this, arguments); }
     function _load() { _load = _asyncToGenerator(regeneratorRuntime.mark(function _callee(m) { var r, t;
       return regeneratorRuntime.wrap(function _callee$(_context) { while (1) { switch (_context.prev = _context.next) {
         case 0: _context.next = 2; return fetch(m.url);
         case 2: r = _context.sent; _context.next = 5; return r.text();
         case 5: t = _context.sent; return _context.abrupt("return", { t: t });
         case 7: case "end": return _context.stop(); } } }, _callee); })); return _load.apply(this, arguments); }
     ${listener}`,
  ],
  [
    'a minified regenerator of a bundle',
    `var f=function(){var e=Object(s.a)(o.a.mark((function e(t){var n,r;return o.a.wrap((function(e){for(;;)switch(e.prev=e.next){case 0:return e.next=2,fetch(t.url);case 2:return n=e.sent,e.next=5,n.text();case 5:return r=e.sent,e.abrupt("return",r);case 7:case"end":return e.stop()}}),e)})));return function(t){return e.apply(this,arguments)}}();
     chrome.runtime.onMessage.addListener((function(e,t,n){return f(e).then((function(e){return n(e)})),!0}));`,
  ],
  [
    'a listener that was async',
    `chrome.runtime.onMessage.addListener(function () { var _ref = _asyncToGenerator(regeneratorRuntime.mark(function _callee(m, from, done) { var r;
       return regeneratorRuntime.wrap(function _callee$(_context) { while (1) { switch (_context.prev = _context.next) {
         case 0: _context.next = 2; return fetch(m.url);
         case 2: r = _context.sent; done(r);
         case 4: case "end": return _context.stop(); } } }, _callee); }));
       return function (_x, _x2, _x3) { return _ref.apply(this, arguments); }; }());`,
  ],
];

describe('async functions that were compiled', () => {
  for (const [what, worker] of forms) {
    it(`are followed in ${what}`, () => {
      const flows = flowsBetween({ 'content.js': content, 'worker.js': worker });
      assert.ok(flows.includes('page-message content.js > network worker.js (exposure, high)'));
      assert.ok(
        flows.some((flow) =>
          flow.startsWith('network-response worker.js > page-message content.js'),
        ),
      );
    });

    it(`end where nothing is asked for what the page says in ${what}`, () => {
      const fixed = worker.replaceAll(/fetch\(\w+\.url\)/g, "fetch('https://a.dev/list')");
      const flows = flowsBetween({ 'content.js': content, 'worker.js': fixed });
      assert.equal(
        flows.some((flow) => flow.includes('> network worker.js')),
        false,
      );
    });
  }
});
