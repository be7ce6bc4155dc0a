import type { Node } from 'oxc-parser';
import { isOddName } from './spelling.ts';
import type { MemberRead, Walked } from './walked.ts';

const symbolMembersMin = 100;
/** Members of which one is looked at first; a prime, because generated code repeats itself. */
const membersPerLook = 13;

/** Finds code that is written with names of symbols alone, as jjencode and aaencode do. */
export class SymbolCodeReader {
  private readonly sites: Walked['sites'];
  private members = 0;
  private hasSymbol = false;

  constructor({ sites }: Pick<Walked, 'sites'>) {
    this.sites = sites;
  }

  /** Where half of the members have such names, a look at a few of them shows one. */
  readMember({ node }: MemberRead): void {
    this.members += 1;
    if (this.members % membersPerLook === 0) this.hasSymbol ||= isSymbolMember(node);
  }

  /** How many members have such names, and the offset of the first; undefined for what people can read. */
  get found(): { readonly count: number; readonly start: number } | undefined {
    if (!this.hasSymbol) return undefined;
    const named = this.sites.filter(({ kind, node }) => kind === 'read' && isSymbolMember(node));
    const { length: count, 0: first } = named;
    if (first === undefined || count < symbolMembersMin || count * 2 < this.members)
      return undefined;
    return { count, start: first.node.start };
  }
}

/** `a.$$_`, `$$_[a]` */
function isSymbolMember(node: Node): boolean {
  if (node.type !== 'MemberExpression') return false;
  const sign = node.computed ? node.object : node.property;
  return sign.type === 'Identifier' && isSymbolName(sign.name);
}

function isSymbolName(name: string): boolean {
  const first = name.charCodeAt(0);
  if (first > 0x7f) return isOddName(name);
  return (first === 0x24 || first === 0x5f) && name.length >= 3 && /^[$_]{3,20}$/.test(name);
}
