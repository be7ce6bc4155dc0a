// How names and texts are written, as far as it tells of obfuscation.
import type { Node } from 'oxc-parser';

/** Half-width signs, which nobody types as a name, or letters of several scripts that do not belong together. */
export function isOddName(name: string): boolean {
  if (/[\uff61-\uff9f\u3164\uffa0]/.test(name)) return true;
  const scripts = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];
  return scripts.filter((script) => script.test(name.slice(0, 100))).length > 1;
}

/** `_0x` and at least three hexadecimal digits. */
export function isHexName(name: string): boolean {
  return name.startsWith('_0x') && name.length >= 6 && /^_0x[\da-f]+$/i.test(name);
}

/** Four and more characters, each of them printable ASCII and each written as an escape. */
export function isSpelledOut(raw: string, text: string): boolean {
  if (text.length < 4 || raw.length < text.length * 4 + 2) return false;
  return /^[\x20-\x7e]+$/.test(text) && /^['"`](?:\\(?:x[\da-f]{2}|u[\da-f]{4}))+['"`]$/i.test(raw);
}

/** At least four letters or digits written as `\x` or `\u` escapes. */
export function isNeedlesslyEscaped(raw: string): boolean {
  let escapes = 0;
  for (let at = raw.indexOf('\\'); at !== -1 && escapes < 4; at = raw.indexOf('\\', at + 2)) {
    const kind = raw.charCodeAt(at + 1);
    const hex =
      kind === 0x78 ? raw.slice(at + 2, at + 4) : kind === 0x75 ? raw.slice(at + 2, at + 6) : '';
    const code = hex === '' ? 0 : Number.parseInt(hex, 16);
    if (
      (code >= 0x30 && code <= 0x39) ||
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x61 && code <= 0x7a)
    ) {
      escapes += 1;
    }
  }
  return escapes >= 4;
}

/** `![]`, `+[]`, `!![]`: the letters of JSFuck. */
export function isEmptyArrayOperand(node: Node): boolean {
  return node.type === 'ArrayExpression' && node.elements.length === 0;
}
