import type { Node } from 'oxc-parser';
import { exactText, numberOf } from './fold-calls.ts';
import { isPackedCall } from './concealed-text.ts';
import type { Located } from './scopes.ts';
import type { ScriptReader } from './script-reader.ts';
import { isOddName } from './spelling.ts';
import { keyName } from './nodes.ts';

/** Ways of hiding text that neither people nor minifiers write, with how a reader would call them. */
const techniques = {
  escapes: 'plain text written as escapes',
  names: 'names such as _0x1f',
  oddNames: 'names of mixed alphabets',
  codes: 'text built from character codes',
  decoded: 'constants decoded at run time',
  pieced: 'names of calls put together from pieces',
  letters: 'text joined from single letters',
  indexed: 'names of calls taken from an array by index',
  packer: 'a packer',
  emptyArrays: 'operators on empty arrays',
  flattening: 'a numbered order of statements',
  debugger: 'a debugger statement that a timer repeats',
  defence: 'a test of its own formatting',
} as const;

type Technique = keyof typeof techniques;

/** How often a technique must occur; once may be chance. */
const timesMin: Partial<Record<Technique, number>> = { names: 3, oddNames: 2, emptyArrays: 2 };
/** Techniques of one script that cannot be chance any more: of real extensions, none uses two. */
const techniquesMin = 3;
/** Scripts that are larger are bundles of many authors; there each technique must occur once in so many characters. */
const charactersPerUse = 250_000;
const symbolMembersMin = 100;
/** Calls that one function is handed to and that are looked at. */
const callsMax = 50;

interface Concealment {
  /** As a reader would call them. */
  readonly techniques: readonly string[];
  /** Offset of the first one that has a place. */
  readonly start: number;
}

/** Counts in one pass over the sites of a script what hides its text. */
export class ConcealmentReader {
  private readonly script: ScriptReader;
  private readonly uses = new Map<Technique, number>();
  private readonly starts: number[] = [];
  private members = 0;
  private readonly symbolMembers: number[] = [];

  constructor(script: ScriptReader) {
    this.script = script;
    const { counts } = script.walked;
    this.note('escapes', counts.spelledStrings, counts.firstEscapedString);
    this.note('names', counts.markedNames, counts.firstHexName);
    this.note('oddNames', counts.oddNames);
    this.note('emptyArrays', counts.emptyArrayOperators, counts.firstEmptyArrayOperator);
    this.note('flattening', counts.stateSwitches, counts.firstStateSwitch);
  }

  /** To be asked once all sites are read. */
  finish(): void {
    // Few scripts get so far that their texts are worth a look.
    if (this.found.length > 0) {
      const { texts } = this.script.walked;
      this.note('defence', texts.filter(({ text }) => testsItself(text)).length);
    }
  }

  /** Code written with names of symbols alone, as jjencode and aaencode do; undefined for what people can read. */
  get symbolCode(): { readonly count: number; readonly start: number } | undefined {
    const { length: count, 0: start } = this.symbolMembers;
    if (start === undefined || count < symbolMembersMin || count * 2 < this.members)
      return undefined;
    return { count, start };
  }

  /** Undefined where too few techniques come together to be meant. */
  get concealment(): Concealment | undefined {
    const { found } = this;
    if (found.length < techniquesMin) return undefined;
    return {
      techniques: found.map((technique) => techniques[technique]),
      start: Math.min(...this.starts.slice(0, 100)),
    };
  }

  private get found(): readonly Technique[] {
    const perScript = Math.floor(this.script.source.length / charactersPerUse);
    return (Object.keys(techniques) as Technique[]).filter(
      (technique) =>
        (this.uses.get(technique) ?? 0) >= Math.max(timesMin[technique] ?? 1, perScript),
    );
  }

  private note(technique: Technique, times: number, start?: number): void {
    if (times === 0) return;
    this.uses.set(technique, (this.uses.get(technique) ?? 0) + times);
    if (start !== undefined) this.starts.push(start);
  }

  readSite(site: Located): void {
    const { node } = site;
    switch (node.type) {
      case 'MemberExpression':
        this.readMember(node, site);
        return;
      case 'CallExpression':
        this.readCall(node, site);
        return;
      case 'DebuggerStatement':
        if (isRepeated(site)) this.note('debugger', 1, node.start);
        return;
      default:
    }
  }

  private readMember(node: Node & { type: 'MemberExpression' }, site: Located): void {
    this.members += 1;
    const { object, property } = node;
    const isSymbol =
      (!node.computed && property.type === 'Identifier' && isSymbolName(property.name)) ||
      (node.computed && object.type === 'Identifier' && isSymbolName(object.name));
    if (isSymbol) this.symbolMembers.push(node.start);
    if (node.computed) this.readKey(node, site);
  }

  private readKey(node: Node & { type: 'MemberExpression' }, { scope }: Located): void {
    const { property } = node;
    if (isPieced(property)) this.note('pieced', 1, node.start);
    else if (
      property.type === 'MemberExpression' &&
      property.computed &&
      property.property.type === 'Literal' &&
      typeof property.property.value === 'number' &&
      isName(this.script.resolver.keyOf(node, scope))
    ) {
      this.note('indexed', 1, node.start);
    }
  }

  private readCall(node: Node & { type: 'CallExpression' }, site: Located): void {
    const { callee, arguments: given } = node;
    if (callee.type === 'Identifier') {
      if (callee.name === 'atob') this.readDecoded(given[0], site);
      return;
    }
    if (callee.type !== 'MemberExpression') {
      if (isPackedCall(node)) this.note('packer', 1, node.start);
      return;
    }
    if (callee.computed) this.readKey(callee, site);
    const method = keyName(callee.property);
    if (method === 'fromCharCode' || method === 'fromCodePoint') this.readCodes(given, site);
    else if (method === 'atob') this.readDecoded(given[0], site);
    else if (method === 'join' && joinsLetters(callee.object)) this.note('letters', 1, node.start);
    else if (method === 'apply' && callee.object.type === 'MemberExpression') {
      const list = given[1];
      const { property } = callee.object;
      if (keyName(property) === 'fromCharCode' && list !== undefined) this.readCodes([list], site);
    }
  }

  private readDecoded(node: Node | undefined, { scope }: Located): void {
    if (node === undefined) return;
    const text = exactText(this.script.fold(node, scope));
    if (text === undefined || text.length < 8 || text.length > 400) return;
    if (isPlainText(text)) this.note('decoded', 1, node.start);
  }

  private readCodes(given: readonly Node[], { scope }: Located): void {
    const [first] = given;
    if (
      first === undefined ||
      (given.length < 4 && first.type !== 'Identifier' && first.type !== 'ArrayExpression')
    )
      return;
    const values = given.slice(0, 200).map((node) => this.script.fold(node, scope));
    const codes = values.flatMap((value) => (value.kind === 'array' ? value.items : [value]));
    if (codes.length < 4) return;
    const isText = codes.every((value) => {
      const code = numberOf(value);
      return code !== undefined && code >= 0x20 && code < 0x7f;
    });
    if (isText) this.note('codes', 1, first.start);
  }
}

/** `'con' + 'sole'`: minifiers join such pieces, people do not part them inside a word. */
function isPieced(node: Node): boolean {
  let text = '';
  let at: Node = node;
  let hasPart = false;
  while (at.type === 'BinaryExpression' && at.operator === '+') {
    if (at.right.type !== 'Literal' || typeof at.right.value !== 'string') return false;
    text = at.right.value + text;
    at = at.left;
    hasPart = true;
  }
  if (!hasPart || at.type !== 'Literal' || typeof at.value !== 'string') return false;
  return isName(at.value + text);
}

function isName(text: string | undefined): boolean {
  return text !== undefined && text.length >= 3 && /^[A-Za-z]{3,40}$/.test(text);
}

/** `['l', 'o', 'g'].join('')`, of four letters and more */
function joinsLetters(node: Node): boolean {
  if (node.type !== 'ArrayExpression' || node.elements.length < 4) return false;
  return node.elements.every(
    (item) => item?.type === 'Literal' && typeof item.value === 'string' && item.value.length === 1,
  );
}

/** Whether the base64 text reads as printable ASCII. */
function isPlainText(base64: string): boolean {
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(base64)) return false;
  return /^[\x20-\x7e\s]+$/.test(Buffer.from(base64, 'base64').toString('latin1'));
}

/** Whether the function that it stands in, or one around, is given to a timer. */
function isRepeated({ scope }: Located): boolean {
  let owner = scope.function;
  for (let hops = 0; owner !== undefined && hops < 4; hops += 1) {
    const isTimed = owner.passedTo
      .slice(0, callsMax)
      .some(({ call: { node } }) => node.type === 'CallExpression' && isTimer(node.callee));
    if (isTimed) return true;
    owner = owner.parent;
  }
  return false;
}

function isTimer(callee: Node): boolean {
  const name = callee.type === 'MemberExpression' ? keyName(callee.property) : keyName(callee);
  return name === 'setInterval';
}

/** What the self-defence of obfuscators matches its own source with. */
function testsItself(text: string): boolean {
  return text === '(((.+)+)+)+$' || text.startsWith(String.raw`\w+ *\(\) *{\w+ *`);
}

function isSymbolName(name: string): boolean {
  const first = name.charCodeAt(0);
  if (first > 0x7f) return isOddName(name);
  return (first === 0x24 || first === 0x5f) && name.length >= 3 && /^[$_]{3,20}$/.test(name);
}
