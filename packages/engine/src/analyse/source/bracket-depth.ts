// A hand-written scanner is one state machine; cutting it up would hide its states, so `scan` is long.

/** More open brackets than this overflow the native parser's stack somewhere above 4,000. */
const bracketDepthMax = 1_500;
/** Operators, arrows, `if`s and labels that nest without brackets overflow it somewhere above 8,000. */
const chainLengthMax = 6_000;
/** Bytes that may be searched in vain for the ends of regular expressions: real code needs hardly any. */
const vainBytesMax = 30_000_000;

const tooManyBrackets = `brackets nest deeper than ${bracketDepthMax} levels`;
const tooLongChain = `an expression or statement nests deeper than ${chainLengthMax} levels`;
const tooManySlashes = 'too many slashes may start regular expressions that never end';

/** Words after which a `/` starts a regular expression. */
const wordsBeforeRegExp = new Set(
  'await case delete do else in instanceof new of return throw typeof void yield'.split(' '),
);
/** Words that each add a level to the syntax tree without a bracket. */
const nestingWords = new Set('do else for if new while with'.split(' '));
/** Words that can only start a statement, and so end whatever chain came before. */
const statementWords = new Set('const export import let return throw var'.split(' '));

/** `instanceof` */
const listedLengthMax = 10;

interface ListedWord {
  readonly bytes: Uint8Array;
  readonly isBeforeRegExp: boolean;
  readonly nests: boolean;
  readonly startsStatement: boolean;
}

/** By length and first letter, as `slotOf` says: most words of a script share both with none of the list. */
const listedWords: readonly (readonly ListedWord[])[] = listWords();

// Numbers of its own for each kind, because V8 makes a jump table of their `switch`.
const kinds = {
  operator: 0,
  word: 1,
  blank: 2,
  opens: 3,
  closes: 4,
  separates: 5,
  mayNest: 6,
  quote: 7,
  slash: 8,
  backtick: 9,
} as const;
/** What a byte of a script is; those above ASCII count as parts of words. */
const kindOf = new Uint8Array(256).map((_, byte) => {
  if (byte <= 0x20) return kinds.blank;
  const character = String.fromCharCode(byte);
  if (byte >= 0x80 || /[\w$]/.test(character)) return kinds.word;
  if ('([{'.includes(character)) return kinds.opens;
  if (')]}'.includes(character)) return kinds.closes;
  if (';,'.includes(character)) return kinds.separates;
  if ('=*?:!~'.includes(character)) return kinds.mayNest;
  if (`'"`.includes(character)) return kinds.quote;
  if (character === '/') return kinds.slash;
  return character === '`' ? kinds.backtick : kinds.operator;
});

/**
 * Why a script, in UTF-8, nests too deeply for the parser, or undefined when it does not. Linear in the length;
 * strings, comments, templates and regular expressions are told apart well enough not to misjudge real code.
 */
export function nestingProblem(text: Uint8Array): string | undefined {
  // Buffers and arrays of bytes are two things to the loops below, and one is quicker.
  const source = new Uint8Array(text.buffer, text.byteOffset, text.length);
  // No byte adds more than one level.
  if (source.length <= bracketDepthMax) return undefined;
  // Next to no script is too deep even if all its words nested.
  const problem = scan(source, false);
  return problem === tooLongChain ? scan(source, true) : problem;
}

/** Words are told apart with `readsWords`; without it as many count as nesting as there is room for. */
function scan(source: Uint8Array, readsWords: boolean): string | undefined {
  const { length } = source;
  /** For each open bracket: the chain that it stands in, and whether it is a template's `${`. */
  const chains = new Uint16Array(bracketDepthMax + 1);
  const isTemplateHole = new Uint8Array(bracketDepthMax + 1);
  let depth = 0;
  /** Of the innermost bracket that is open. */
  let chain = 0;
  let regExpMayFollow = true;
  let vainBytes = 0;
  let at = 0;
  for (;;) {
    const start = at;
    while (at < length && kindOf[source[at]!]! <= kinds.blank) at += 1;
    if (at > start) {
      chain = readsWords ? chainAfter(source, start, at, chain) : chain + wordsIn(at - start);
      if (chain > chainLengthMax) return tooLongChain;
    }
    if (at >= length) return undefined;
    const byte = source[at]!;
    let isInTemplate = false;
    switch (kindOf[byte]) {
      case kinds.opens:
        at += 1;
        regExpMayFollow = true;
        chains[depth] = chain;
        isTemplateHole[depth] = 0;
        depth += 1;
        chain = 0;
        break;
      case kinds.closes:
        at += 1;
        // A `/` after `)` or `]` divides. After `}` it mostly starts a regular expression: blocks outnumber objects there.
        regExpMayFollow = byte === 0x7d;
        if (depth === 0) continue;
        depth -= 1;
        chain = chains[depth]!;
        isInTemplate = byte === 0x7d && isTemplateHole[depth] === 1;
        break;
      case kinds.separates:
        at += 1;
        regExpMayFollow = true;
        chain = 0;
        continue;
      case kinds.mayNest:
        if (nests(source, at, byte)) chain += 1;
        at += 1;
        regExpMayFollow = true;
        break;
      case kinds.quote:
        at = endOfString(source, at, byte);
        regExpMayFollow = false;
        continue;
      case kinds.slash: {
        regExpMayFollow = mayFollowRun(source, start, at) ?? regExpMayFollow;
        const next = source[at + 1];
        if (next === 0x2f) at = endOfLine(source, at);
        else if (next === 0x2a) at = endOfBlockComment(source, at);
        else {
          const end = regExpMayFollow ? endOfRegExp(source, at) : at + 1;
          if (regExpMayFollow && end === at + 1) vainBytes += endOfLine(source, at) - at;
          if (vainBytes > vainBytesMax) return tooManySlashes;
          const isLong = end - at > bracketDepthMax;
          if (isLong && mayDivide(source, at) && nestsDeeply(source, at, end))
            return tooManyBrackets;
          at = end;
          regExpMayFollow = !regExpMayFollow;
        }
        continue;
      }
      case kinds.backtick:
        at += 1;
        isInTemplate = true;
        break;
    }
    if (isInTemplate) {
      at = endOfTemplateText(source, at);
      const opensHole = source[at - 1] === 0x7b;
      regExpMayFollow = opensHole;
      if (opensHole) {
        chains[depth] = chain;
        isTemplateHole[depth] = 1;
        depth += 1;
        chain = 0;
      }
    }
    if (depth > bracketDepthMax) return tooManyBrackets;
    if (chain > chainLengthMax) return tooLongChain;
  }
}

/** Nesting words that so many bytes have room for: the shortest is `do`, and a byte parts it from the next. */
function wordsIn(bytes: number): number {
  return Math.trunc((bytes + 1) / 3);
}

/** The chain behind words, operators and blanks; where it gets too long there, that. */
function chainAfter(source: Uint8Array, start: number, end: number, before: number): number {
  let chain = before;
  for (let at = start; at < end && chain <= chainLengthMax; at += 1) {
    const first = at;
    while (at < end && kindOf[source[at]!] === kinds.word) at += 1;
    const word = listedWord(source, first, at);
    if (word?.startsStatement === true) chain = 0;
    else if (word?.nests === true) chain += 1;
  }
  return chain;
}

/** Whether a regular expression may follow words, operators and blanks; undefined where they are but blanks. */
function mayFollowRun(source: Uint8Array, start: number, end: number): boolean | undefined {
  let last = end - 1;
  while (last >= start && kindOf[source[last]!] === kinds.blank) last -= 1;
  if (last < start) return undefined;
  let first = last + 1;
  while (first > start && kindOf[source[first - 1]!] === kinds.word) first -= 1;
  return first > last || listedWord(source, first, last + 1)?.isBeforeRegExp === true;
}

/** `=`, `=>`, `?`, `:`, `**` and prefix `!`, `~` each make the parser call itself. */
function nests(source: Uint8Array, at: number, byte: number): boolean {
  if (byte === 0x3d) return source[at - 1] !== 0x3d && source[at + 1] !== 0x3d;
  return byte !== 0x2a || source[at + 1] === 0x2a;
}

function listWords(): ListedWord[][] {
  const slots: ListedWord[][] = Array.from({ length: (listedLengthMax + 1) * 32 }, () => []);
  for (const word of new Set([...wordsBeforeRegExp, ...nestingWords, ...statementWords])) {
    const bytes = Buffer.from(word);
    slots[slotOf(bytes[0]!, bytes.length)]!.push({
      bytes,
      isBeforeRegExp: wordsBeforeRegExp.has(word),
      nests: nestingWords.has(word),
      startsStatement: statementWords.has(word),
    });
  }
  return slots;
}

function slotOf(firstByte: number, length: number): number {
  return length * 32 + (firstByte & 31);
}

function listedWord(source: Uint8Array, start: number, end: number): ListedWord | undefined {
  if (end - start > listedLengthMax) return undefined;
  for (const word of listedWords[slotOf(source[start]!, end - start)]!)
    if (isAt(source, start, word.bytes)) return word;
  return undefined;
}

function isAt(source: Uint8Array, start: number, bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if (source[start + at] !== bytes[at]) return false;
  return true;
}

function endOfString(source: Uint8Array, start: number, quote: number): number {
  for (let at = start + 1; at < source.length; at += 1) {
    const byte = source[at]!;
    if (byte === 0x5c) at += source[at + 1] === 0x0d && source[at + 2] === 0x0a ? 2 : 1;
    else if (byte === quote || byte === 0x0a || byte === 0x0d) return at + 1;
  }
  return source.length;
}

/** Position after the closing backtick, or after the `{` of the next `${`. */
function endOfTemplateText(source: Uint8Array, start: number): number {
  for (let at = start; at < source.length; at += 1) {
    const byte = source[at]!;
    if (byte === 0x5c) at += 1;
    else if (byte === 0x60) return at + 1;
    else if (byte === 0x24 && source[at + 1] === 0x7b) return at + 2;
  }
  return source.length;
}

function endOfRegExp(source: Uint8Array, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < source.length; at += 1) {
    const byte = source[at]!;
    if (endsLine(source, at)) return start + 1;
    if (byte === 0x5c && !endsLine(source, at + 1)) at += 1;
    else if (byte === 0x5b) inClass = true;
    else if (byte === 0x5d) inClass = false;
    else if (byte === 0x2f && !inClass) return at + 1;
  }
  return start + 1;
}

/** Whether a `/` that is taken for the start of a regular expression may divide: after `}`, `x++` and comments. */
function mayDivide(source: Uint8Array, slash: number): boolean {
  let at = slash - 1;
  while (at >= 0 && kindOf[source[at]!] === kinds.blank) at -= 1;
  const before = source[at];
  if (before === 0x2b || before === 0x2d) return source[at - 1] === before;
  return before === 0x7d || before === 0x2f;
}

/** Whether the brackets and operators there would nest too deeply if they were code; those of a real expression do not. */
function nestsDeeply(source: Uint8Array, start: number, end: number): boolean {
  let depth = 0;
  let chain = 0;
  for (let at = start; at < end; at += 1) {
    const kind = kindOf[source[at]!];
    if (kind === kinds.opens) depth += 1;
    else if (kind === kinds.closes && depth > 0) depth -= 1;
    else if (kind === kinds.mayNest) chain += 1;
    if (depth > bracketDepthMax || chain > chainLengthMax) return true;
  }
  return false;
}

function endOfLine(source: Uint8Array, start: number): number {
  let at = start;
  while (at < source.length && !endsLine(source, at)) at += 1;
  return at;
}

/** As JavaScript has it, where U+2028 and U+2029 end lines too. */
function endsLine(source: Uint8Array, at: number): boolean {
  const byte = source[at];
  if (byte === 0x0a || byte === 0x0d) return true;
  return byte === 0xe2 && source[at + 1] === 0x80 && (source[at + 2]! & 0xfe) === 0xa8;
}

function endOfBlockComment(source: Uint8Array, start: number): number {
  for (let at = start + 3; at < source.length; at += 1) {
    if (source[at] === 0x2f && source[at - 1] === 0x2a) return at + 1;
  }
  return source.length;
}
