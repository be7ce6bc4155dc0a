import { transformSync } from 'esbuild';
import { jsfuck } from '../../../packages/engine/testing/jsfuck.ts';
import { packed } from '../../../packages/engine/testing/packer.ts';
import { symbolCode } from '../../../packages/engine/testing/symbol-code.ts';
import type { Transformations } from './transformation.ts';

/** The script as a text that is put together and run. */
const texts: Readonly<Record<string, (script: string) => string>> = {
  'Base64 and Function': (script) => `new Function(atob('${base64(script)}'))();`,
  'Base64 and eval, in chunks': (script) =>
    `var p = [${chunks(base64(script), 60).map(quoted).join(', ')}]; eval(atob(p.join('')));`,
  'Base64, chunk by chunk': (script) =>
    `var s = ''; [${chunks(script, 45)
      .map((part) => quoted(base64(part)))
      .join(', ')}].forEach(function (p) { s += atob(p) }); (0, eval)(s);`,
  'XOR and eval': (script) =>
    `var k = 'tide', d = [${xored(script, 'tide').join(',')}], s = ''; for (var i = 0; i < d.length; i++) s += String.fromCharCode(d[i] ^ k.charCodeAt(i % k.length)); eval(s);`,
  'XOR, Base64 and Function': (script) =>
    `function open(text, key) { return atob(text).split('').map(function (c, i) { return String.fromCharCode(c.charCodeAt(0) ^ key.charCodeAt(i % key.length)) }).join('') } Function(open('${base64(String.fromCharCode(...xored(script, 'calm')))}', 'calm'))();`,
  'letters by number': (script) =>
    `eval(String.fromCharCode(${Array.from(script, (letter) => letter.charCodeAt(0)).join(',')}));`,
  'letters by number, added up': (script) =>
    `eval(${Array.from(script, (letter) => `String.fromCharCode(${letter.charCodeAt(0)})`).join('+')});`,
  'hexadecimal escapes': (script) =>
    `eval('${Array.from(script, (letter) => `\\x${hex(letter)}`).join('')}');`,
  'percent escapes': (script) =>
    `eval(unescape('${Array.from(script, (letter) => `%${hex(letter)}`).join('')}'));`,
  'turned round': (script) =>
    `eval(${quoted(Array.from(script).toReversed().join(''))}.split('').reverse().join(''));`,
  'the constructor of a constructor': (script) =>
    `[].constructor.constructor(${quoted(script)})();`,
  'a timer with text': (script) => `setTimeout(${quoted(script)}, 10);`,
  'modules of webpack in eval': (script) =>
    `(() => { var __webpack_modules__ = ({ "./src/main.js": ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => { eval(${quoted(`__webpack_require__.r(__webpack_exports__);\n${script}\n\n//# sourceURL=webpack://tides/./src/main.js?`)}); }) }); var __webpack_module_cache__ = {}; function __webpack_require__(moduleId) { var cachedModule = __webpack_module_cache__[moduleId]; if (cachedModule !== undefined) { return cachedModule.exports } var module = __webpack_module_cache__[moduleId] = { exports: {} }; __webpack_modules__[moduleId](module, module.exports, __webpack_require__); return module.exports } (() => { __webpack_require__.r = (exports) => { if (typeof Symbol !== 'undefined' && Symbol.toStringTag) { Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' }) } Object.defineProperty(exports, '__esModule', { value: true }) } })(); var __webpack_exports__ = __webpack_require__("./src/main.js"); })();`,
  'the packer': (script) => packed(transformSync(script, { minify: true }).code.trim()),
  'Base64 in Base64': (script) => `eval(atob('${base64(`eval(atob('${base64(script)}'))`)}'));`,
};

export const evaluators: Transformations = {
  ...Object.fromEntries(
    Object.entries(texts).map(([name, write]) => [name, { write, isEvaluated: true }]),
  ),
  JSFuck: { write: (script) => jsfuck(`eval(atob('${base64(script)}'))`), isEvaluated: true },
  aaencode: {
    write: (script) => symbolCode(script, { digits: 'ﾟΘﾟ', words: 'ﾟoﾟ', maker: 'ﾟДﾟ' }),
    isEvaluated: true,
  },
};

const quoted = (text: string): string => JSON.stringify(text);
const base64 = (text: string): string => btoa(text);
const hex = (letter: string): string => letter.charCodeAt(0).toString(16).padStart(2, '0');

function chunks(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}

function xored(text: string, key: string): readonly number[] {
  return Array.from(text, (letter, at) => letter.charCodeAt(0) ^ key.charCodeAt(at % key.length));
}
