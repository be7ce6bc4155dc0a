// A hand-written scanner is one state machine; cutting it up would hide its states, so `scan` is long.

/** More open brackets than this overflow the native parser's stack somewhere above 4,000. */
const bracketDepthMax = 1_500;
/** Operators, arrows, `if`s and labels that nest without brackets overflow it somewhere above 8,000. */
const chainLengthMax = 6_000;

const openers = new Set([0x28, 0x5b, 0x7b]); // ( [ {
const closers = new Set([0x29, 0x5d, 0x7d]); // ) ] }
/** Words after which a `/` starts a regular expression. */
const wordsBeforeRegExp = new Set(
  'await case delete do else in instanceof new of return throw typeof void yield'.split(' '),
);
/** Words that each add a level to the syntax tree without a bracket. */
const nestingWords = new Set('do else for if new while with'.split(' '));
/** Words that can only start a statement, and so end whatever chain came before. */
const statementWords = new Set('const export import let return throw var'.split(' '));

/**
 * Why a script nests too deeply for the parser, or undefined when it does not. Linear in the length;
 * strings, comments, templates and regular expressions are told apart well enough not to misjudge real code.
 */
export function nestingProblem(source: string): string | undefined {
  const { bracketDepth, chainLength } = scan(source);
  if (bracketDepth > bracketDepthMax) return `brackets nest deeper than ${bracketDepthMax} levels`;
  if (chainLength > chainLengthMax) {
    return `an expression or statement nests deeper than ${chainLengthMax} levels`;
  }
  return undefined;
}

/** Stops as soon as one of the limits is passed. */
function scan(source: string): { bracketDepth: number; chainLength: number } {
  const chains = [0];
  /** For each open bracket whether it is a template's `${`. */
  const isTemplateHole: boolean[] = [];
  let bracketDepth = 0;
  let chainLength = 0;
  let regExpMayFollow = true;
  let at = 0;
  const { length } = source;
  while (at < length) {
    const code = source.charCodeAt(at);
    if (isWordCode(code)) {
      const start = at;
      do at += 1;
      while (at < length && isWordCode(source.charCodeAt(at)));
      regExpMayFollow = false;
      if (at - start <= 10 && code >= 0x61 && code <= 0x7a) {
        const word = source.slice(start, at);
        regExpMayFollow = wordsBeforeRegExp.has(word);
        if (nestingWords.has(word))
          chainLength = Math.max(chainLength, (chains[chains.length - 1]! += 1));
        else if (statementWords.has(word)) chains[chains.length - 1] = 0;
      }
      continue;
    }
    if (code <= 0x20) {
      at += 1;
      continue;
    }
    if (code === 0x22 || code === 0x27) {
      at = endOfString(source, at, code);
      regExpMayFollow = false;
      continue;
    }
    if (code === 0x2f) {
      const next = source.charCodeAt(at + 1);
      if (next === 0x2f) at = endOfLine(source, at);
      else if (next === 0x2a) at = endOfBlockComment(source, at);
      else if (regExpMayFollow) {
        at = endOfRegExp(source, at);
        regExpMayFollow = false;
      } else {
        at += 1;
        regExpMayFollow = true;
      }
      continue;
    }
    const closesHole = code === 0x7d && isTemplateHole.at(-1) === true;
    if (closesHole) {
      isTemplateHole.pop();
      chains.length = isTemplateHole.length + 1;
    }
    if (code === 0x60 || closesHole) {
      at = endOfTemplateText(source, at + 1);
      const opensHole = source.charCodeAt(at - 1) === 0x7b;
      regExpMayFollow = opensHole;
      if (opensHole) {
        isTemplateHole.push(true);
        chains.push(0);
      }
    } else {
      if (openers.has(code)) {
        isTemplateHole.push(false);
        chains.push(0);
      } else if (closers.has(code)) {
        isTemplateHole.pop();
        if (chains.length > 1) chains.length -= 1;
      } else if (code === 0x3b || code === 0x2c) {
        chains[chains.length - 1] = 0;
      } else if (nests(source, at, code)) {
        chainLength = Math.max(chainLength, (chains[chains.length - 1]! += 1));
      }
      // A `/` after `)` or `]` divides. After `}` it mostly starts a regular expression: blocks outnumber objects there.
      regExpMayFollow = code !== 0x29 && code !== 0x5d;
      at += 1;
    }
    if (isTemplateHole.length > bracketDepth) bracketDepth = isTemplateHole.length;
    if (bracketDepth > bracketDepthMax || chainLength > chainLengthMax) break;
  }
  return { bracketDepth, chainLength };
}

/** `=`, `=>`, `?`, `:`, `**` and prefix `!`, `~` each make the parser call itself. */
function nests(source: string, at: number, code: number): boolean {
  if (code === 0x3d)
    return source.charCodeAt(at - 1) !== 0x3d && source.charCodeAt(at + 1) !== 0x3d;
  if (code === 0x2a) return source.charCodeAt(at + 1) === 0x2a;
  return code === 0x3f || code === 0x3a || code === 0x21 || code === 0x7e;
}

function isWordCode(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x24 ||
    code > 0x7f
  );
}

function endOfString(source: string, start: number, quote: number): number {
  for (let at = start + 1; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === quote || code === 0x0a) return at + 1;
  }
  return source.length;
}

/** Position after the closing backtick, or after the `{` of the next `${`. */
function endOfTemplateText(source: string, start: number): number {
  for (let at = start; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x60) return at + 1;
    else if (code === 0x24 && source.charCodeAt(at + 1) === 0x7b) return at + 2;
  }
  return source.length;
}

function endOfRegExp(source: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x0a) return start + 1;
    else if (code === 0x5b) inClass = true;
    else if (code === 0x5d) inClass = false;
    else if (code === 0x2f && !inClass) return at + 1;
  }
  return start + 1;
}

function endOfLine(source: string, start: number): number {
  const end = source.indexOf('\n', start);
  return end === -1 ? source.length : end;
}

function endOfBlockComment(source: string, start: number): number {
  const end = source.indexOf('*/', start + 2);
  return end === -1 ? source.length : end + 2;
}
