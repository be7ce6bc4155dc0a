// A hand-written scanner is one state machine; cutting it up would hide its states, so `scan` is long.

/** More open brackets than this overflow the native parser's stack somewhere above 4,000. */
const bracketDepthMax = 1_500;
/** Operators, arrows, `if`s and labels that nest without brackets overflow it somewhere above 8,000. */
const chainLengthMax = 6_000;

/** Words after which a `/` starts a regular expression. */
const wordsBeforeRegExp = new Set(
  'await case delete do else in instanceof new of return throw typeof void yield'.split(' '),
);
/** Words that each add a level to the syntax tree without a bracket. */
const nestingWords = new Set('do else for if new while with'.split(' '));
/** Words that can only start a statement, and so end whatever chain came before. */
const statementWords = new Set('const export import let return throw var'.split(' '));

/** For each length the first letters of all these words, one bit a letter. */
const firstLettersByLength = firstLetters([
  ...wordsBeforeRegExp,
  ...nestingWords,
  ...statementWords,
]);

const [other, isWord, isBlank, opens, closes] = [0, 1, 2, 3, 4];
/** What a character is, by its code; those above ASCII count as parts of words. */
const kindOfCode = new Uint8Array(128).map((_, code) => {
  if (code <= 0x20) return isBlank;
  const character = String.fromCharCode(code);
  if (/[\w$]/.test(character)) return isWord;
  if ('([{'.includes(character)) return opens;
  return ')]}'.includes(character) ? closes : other;
});

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
  /** For each open bracket, and before all of them: the chain it stands in, and whether it is a template's `${`. */
  const chains = new Uint32Array(bracketDepthMax + 2);
  const isTemplateHole = new Uint8Array(bracketDepthMax + 2);
  let depth = 0;
  let bracketDepth = 0;
  let chainLength = 0;
  let regExpMayFollow = true;
  let at = 0;
  const { length } = source;
  while (at < length) {
    const code = source.charCodeAt(at);
    const kind = kindOf(code);
    if (kind === isWord) {
      const start = at;
      do at += 1;
      while (at < length && kindOf(source.charCodeAt(at)) === isWord);
      regExpMayFollow = false;
      if (mayBeListed(code, at - start)) {
        const word = source.slice(start, at);
        regExpMayFollow = wordsBeforeRegExp.has(word);
        if (nestingWords.has(word)) {
          chains[depth]! += 1;
          if (chains[depth]! > chainLength) chainLength = chains[depth]!;
        } else if (statementWords.has(word)) chains[depth] = 0;
      }
      continue;
    }
    if (kind === isBlank) {
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
    const closesHole = code === 0x7d && isTemplateHole[depth] === 1;
    if (closesHole) depth -= 1;
    if (code === 0x60 || closesHole) {
      at = endOfTemplateText(source, at + 1);
      const opensHole = source.charCodeAt(at - 1) === 0x7b;
      regExpMayFollow = opensHole;
      if (opensHole) {
        depth += 1;
        isTemplateHole[depth] = 1;
        chains[depth] = 0;
      }
    } else {
      if (kind === opens) {
        depth += 1;
        isTemplateHole[depth] = 0;
        chains[depth] = 0;
      } else if (kind === closes) {
        if (depth > 0) depth -= 1;
      } else if (code === 0x3b || code === 0x2c) {
        chains[depth] = 0;
      } else if (nests(source, at, code)) {
        chains[depth]! += 1;
        if (chains[depth]! > chainLength) chainLength = chains[depth]!;
      }
      // A `/` after `)` or `]` divides. After `}` it mostly starts a regular expression: blocks outnumber objects there.
      regExpMayFollow = code !== 0x29 && code !== 0x5d;
      at += 1;
    }
    if (depth > bracketDepth) bracketDepth = depth;
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

function kindOf(code: number): number {
  return code < 128 ? kindOfCode[code]! : isWord;
}

function firstLetters(words: readonly string[]): Uint32Array {
  const letters = new Uint32Array(Math.max(...words.map(({ length }) => length)) + 1);
  for (const word of words) letters[word.length]! |= 1 << (word.charCodeAt(0) - 0x61);
  return letters;
}

/** Whether a word of this first letter and length is in any of the lists; cheap, because it is asked of every word. */
function mayBeListed(firstCode: number, length: number): boolean {
  return (
    length < firstLettersByLength.length &&
    firstCode >= 0x61 &&
    firstCode <= 0x7a &&
    (firstLettersByLength[length]! & (1 << (firstCode - 0x61))) !== 0
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
