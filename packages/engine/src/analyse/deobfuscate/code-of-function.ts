import type { Node } from 'oxc-parser';
import { parseScript } from '../source/parse.ts';

/** Longest text that evaluation itself reads as code; what is evaluated at last is read as a script of its own. */
const codeLengthMax = 50_000;

/** The function that `Function(…parameters, code)` makes, parsed; undefined where that is not JavaScript. */
export function codeOfFunction(texts: readonly string[]): Node | undefined {
  const code = texts.at(-1) ?? '';
  const parameters = texts.slice(0, -1).join(',');
  if (code.length + parameters.length > codeLengthMax) return undefined;
  const parsed = parseScript('', `(function (${parameters}\n) {\n${code}\n})`);
  if ('why' in parsed || parsed.program.body.length !== 1) return undefined;
  const [statement] = parsed.program.body;
  return statement?.type === 'ExpressionStatement' ? statement.expression : undefined;
}
