import type { Node } from 'oxc-parser';
import { parseScript } from '../parse.ts';
import type { CodeInText, ScriptReader } from '../script-reader.ts';
import { openScript } from './open-script.ts';
import type { Reading } from './open-script.ts';

/** Texts within texts that are followed. */
const depthMax = 4;
/** Texts of one script that are read as code. */
const textsMax = 2_000;

/**
 * The scripts that a script runs from constant texts, decoded, each ready to be read; its places are those of the code
 * that runs it. Those within a script come after it has been read.
 */
export function* nestedScripts(
  script: ScriptReader,
  reading: Reading,
  depth = 1,
): Generator<ScriptReader> {
  for (const code of script.codeInTexts.slice(0, textsMax)) {
    const text = textOf(code, script);
    if (text === undefined || !mayAct(text)) continue;
    if (depth > depthMax || text.length > reading.budget.nestedCharactersLeft) {
      reading.cut = 'holds more code in texts than is read';
      continue;
    }
    reading.budget.nestedCharactersLeft -= text.length;
    const parsed = parseScript(script.file, text);
    if (!('program' in parsed)) continue;
    const at = script.at(code.by.node.start);
    const lines = { at: () => at };
    const nested = openScript(script.file, text, parsed.program, lines, reading, code.by.scope);
    yield nested;
    yield* nestedScripts(nested, reading, depth + 1);
  }
  if (script.resolver.isCut) reading.cut = 'takes too many steps to decode';
}

function textOf({ node, by }: CodeInText, script: ScriptReader): string | undefined {
  const text = script.resolver.textOf(node, by.scope)?.replace(/^\s{0,20}javascript:/i, '');
  if (text === undefined || by.node.type === 'AssignmentExpression') return text;
  const parameters = parametersOf(by.node, node, script, by);
  return parameters === undefined ? text : `(function (${parameters}\n) {\n${text}\n})`;
}

/** The parameters of `Function('a', 'b', code)`; undefined where the code is not that of a function. */
function parametersOf(
  node: Node,
  code: Node,
  script: ScriptReader,
  { scope }: CodeInText['by'],
): string | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const isFunction =
    script.pathOf(node.callee, scope) === 'Function' ||
    (node.callee.type === 'MemberExpression' &&
      script.resolver.keyOf(node.callee, scope) === 'constructor');
  if (!isFunction || node.arguments.at(-1) !== code) return undefined;
  const names = node.arguments.slice(0, -1).map((name) => script.resolver.textOf(name, scope));
  return names.every((name) => name !== undefined) ? names.join(',') : undefined;
}

/** Most texts that are run do next to nothing: `return this`, `require`. */
function mayAct(text: string): boolean {
  return text.length > 10 && /[(=.`]/.test(text) && /[A-Za-z_$[]/.test(text);
}
