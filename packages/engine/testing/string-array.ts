/** How the words of a sample are hidden, after the published schemes of JavaScript obfuscators. */
export interface StringArrayOptions {
  readonly encoding: 'none' | 'base64' | 'rc4';
  /** How the array stands in the script. */
  readonly array: 'literal' | 'function' | 'arrow';
  /** Times that the array is turned round before it is used. */
  readonly turns: number;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/=';
const usualAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=';
const offset = 0x1b3;

/**
 * A script whose words stand in a string array that is encoded and turned round. `write` is handed a function that
 * gives the call of the decoder for a word.
 */
export function withStringArray(
  write: (word: (text: string) => string) => string,
  { encoding, array, turns }: StringArrayOptions,
): string {
  const words = ['413kPqzLm', '8xYtRwa', '27dFgHjk', '90oIuYte'];
  const call = (text: string): string => {
    let index = words.indexOf(text);
    if (index < 0) index = words.push(text) - 1;
    const key = encoding === 'rc4' ? `, 'k${index}#'` : '';
    return `_0x4f1a(0x${(index + offset).toString(16)}${key})`;
  };
  const body = write(call);
  const sum = '-parseInt(A) / 0x1 + parseInt(B) / 0x2 * (parseInt(C) / 0x3) + -parseInt(D) / 0x5'
    .replace('A', call('413kPqzLm'))
    .replace('B', call('8xYtRwa'))
    .replace('C', call('27dFgHjk'))
    .replace('D', call('90oIuYte'));
  const goal = -413 / 1 + (8 / 2) * (27 / 3) + -90 / 5;
  const stored = words.map((word, index) => encoded(word, encoding, `k${index}#`));
  const turned = stored.map((_, index) => stored.at((index - turns) % stored.length) ?? '');
  const list = `[${turned.map((word) => JSON.stringify(word)).join(', ')}]`;
  return [
    arrayCode(list, array),
    decoderCode(encoding, array === 'literal' ? '_0x5c2d' : '_0x5c2d()'),
    `(function (_0xsrc, _0xgoal) {
       const _0xl = ${array === 'literal' ? '_0xsrc' : '_0xsrc()'};
       while (!![]) {
         try {
           const _0xsum = ${sum};
           if (_0xsum === _0xgoal) break;
           else _0xl['push'](_0xl['shift']());
         } catch (_0xerror) {
           _0xl['push'](_0xl['shift']());
         }
       }
     }(_0x5c2d, ${goal}));`,
    body,
  ].join('\n');
}

function arrayCode(list: string, array: StringArrayOptions['array']): string {
  if (array === 'literal') return `const _0x5c2d = ${list};`;
  if (array === 'arrow') return `const _0x5c2d = (w => () => w)(${list});`;
  return `function _0x5c2d() { const _0xw = ${list}; _0x5c2d = function () { return _0xw; }; return _0x5c2d(); }`;
}

function decoderCode(encoding: StringArrayOptions['encoding'], list: string): string {
  const prepare =
    encoding === 'none'
      ? ''
      : `if (_0x4f1a['iZqXrT'] === undefined) {
           const _0xplain = function (_0xt) {
             const _0xabc = '${alphabet}';
             let _0xraw = '', _0xout = '';
             for (let _0xn = 0x0, _0xbits, _0xc, _0xat = 0x0; _0xc = _0xt['charAt'](_0xat++); ~_0xc && (_0xbits = _0xn % 0x4 ? _0xbits * 0x40 + _0xc : _0xc, _0xn++ % 0x4) ? _0xraw += String['fromCharCode'](0xff & _0xbits >> (-0x2 * _0xn & 0x6)) : 0x0) {
               _0xc = _0xabc['indexOf'](_0xc);
             }
             for (let _0xk = 0x0, _0xlen = _0xraw['length']; _0xk < _0xlen; _0xk++) {
               _0xout += '%' + ('00' + _0xraw['charCodeAt'](_0xk)['toString'](0x10))['slice'](-0x2);
             }
             return decodeURIComponent(_0xout);
           };
           const _0xcipher = function (_0xt, _0xkey) {
             let _0xs = [], _0xj = 0x0, _0xswap, _0xout = '';
             _0xt = _0xplain(_0xt);
             let _0xi;
             for (_0xi = 0x0; _0xi < 0x100; _0xi++) _0xs[_0xi] = _0xi;
             for (_0xi = 0x0; _0xi < 0x100; _0xi++) {
               _0xj = (_0xj + _0xs[_0xi] + _0xkey['charCodeAt'](_0xi % _0xkey['length'])) % 0x100;
               _0xswap = _0xs[_0xi], _0xs[_0xi] = _0xs[_0xj], _0xs[_0xj] = _0xswap;
             }
             _0xi = 0x0, _0xj = 0x0;
             for (let _0xy = 0x0; _0xy < _0xt['length']; _0xy++) {
               _0xi = (_0xi + 0x1) % 0x100, _0xj = (_0xj + _0xs[_0xi]) % 0x100;
               _0xswap = _0xs[_0xi], _0xs[_0xi] = _0xs[_0xj], _0xs[_0xj] = _0xswap;
               _0xout += String['fromCharCode'](_0xt['charCodeAt'](_0xy) ^ _0xs[(_0xs[_0xi] + _0xs[_0xj]) % 0x100]);
             }
             return _0xout;
           };
           _0x4f1a['pLmNoQ'] = ${encoding === 'rc4' ? '_0xcipher' : '_0xplain'}, _0xa = arguments, _0x4f1a['iZqXrT'] = !![];
         }
         const _0xfirst = _0xwords[0x0], _0xplace = _0xi + _0xfirst, _0xkept = _0xa[_0xplace];
         return !_0xkept ? (_0xv = _0x4f1a['pLmNoQ'](_0xv, _0xkey), _0xa[_0xplace] = _0xv) : _0xv = _0xkept, _0xv;`;
  return `function _0x4f1a(_0xa, _0xb) {
    const _0xwords = ${list};
    return _0x4f1a = function (_0xi, _0xkey) {
      _0xi = _0xi - 0x${offset.toString(16)};
      let _0xv = _0xwords[_0xi];
      ${prepare}
      return _0xv;
    }, _0x4f1a(_0xa, _0xb);
  }`;
}

function encoded(word: string, encoding: StringArrayOptions['encoding'], key: string): string {
  if (encoding === 'none') return word;
  const hidden = encoding === 'rc4' ? rc4(word, key) : word;
  return Buffer.from(hidden, 'utf8')
    .toString('base64')
    .replaceAll('=', '')
    .replaceAll(/./g, (letter) => alphabet.charAt(usualAlphabet.indexOf(letter)));
}

function rc4(text: string, key: string): string {
  const box = Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => box[index % 256] ?? 0;
  const swap = (left: number, right: number): void => {
    box.splice(left, 1, ...box.splice(right, 1, at(left)));
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + key.charCodeAt(i % key.length)) % 256;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Array.from(text, (letter) => {
    i = (i + 1) % 256;
    j = (j + at(i)) % 256;
    swap(i, j);
    return String.fromCharCode(letter.charCodeAt(0) ^ at(at(i) + at(j)));
  }).join('');
}
