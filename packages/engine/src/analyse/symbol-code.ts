import type { Node } from 'oxc-parser';
import { isOddName } from './spelling.ts';
import type { Walked } from './walked.ts';

const symbolMembersMin = 100;

/**
 * Code that is written with names of symbols alone, as jjencode and aaencode do: how many members have such names, and
 * the offset of the first. Undefined for what people can read.
 */
export function symbolCodeIn({
  sites,
}: Pick<Walked, 'sites'>): { readonly count: number; readonly start: number } | undefined {
  const members = sites.filter(({ kind }) => kind === 'read');
  const named: Node[] = [];
  let others = 0;
  for (const { node } of members) {
    if (isSymbolMember(node)) named.push(node);
    // Half of the members tell most code, without a look at the rest.
    else if ((others += 1) * 2 > members.length) return undefined;
  }
  const { length: count, 0: first } = named;
  return first === undefined || count < symbolMembersMin
    ? undefined
    : { count, start: first.start };
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
