import type { Node } from 'oxc-parser';
import { exactText } from '../../constants/fold-calls.ts';
import { bare, keyName } from '../../syntax/nodes.ts';
import type { Scope } from '../../syntax/scopes.ts';
import type { ScriptReader } from '../../values/script-reader.ts';

const nameInMarkup = /\b(?:id|class|name)\s*=\s*\\?["'`]([\w\- ]{1,200})\\?["'`]/gu;
/** Elements that have no value. */
const noFields: ReadonlySet<string> = new Set(
  'a b button div em h1 h2 h3 i img label li p section span ul'.split(' '),
);
/** Names that pages give their own fields, too. */
const common = /^(?:.{0,3}|.*(?:card|comment|e-?mail|login|message|pass|search|text|user).*)$/iu;
/** Names of one start that a script's own elements have. */
const brandedMin = 3;

/** The ids, classes and names that a script gives elements of its own. */
export class OwnNames {
  private readonly script: ScriptReader;
  private known: ReadonlySet<string> | undefined;
  private readonly noFields = new Map<string, boolean>();

  constructor(script: ScriptReader) {
    this.script = script;
  }

  /** Whether a selector begins with a name that markup or elements of the script's own have. */
  isOwnSelector(selector: string): boolean {
    const [, id, attribute] =
      /^\s*[a-z]*(?:[#.]([\w-]+)|\[name\s*=\s*["']?([\w-]+))/iu.exec(selector) ?? [];
    const name = id ?? attribute;
    if (name === undefined || selector.includes(',')) return false;
    this.known ??= this.names();
    if (!this.known.has(name)) return false;
    return (id !== undefined && !common.test(name)) || this.isBranded(name);
  }

  /** Whether a call looks up a name that only elements have which are no fields, so that a field of it is the page's. */
  isNoField(node: Node & { type: 'CallExpression' }, scope: Scope): boolean {
    const callee = bare(node.callee);
    if (callee.type !== 'MemberExpression') return false;
    const text = exactText(this.script.fold(node.arguments[0], scope)) ?? '';
    const selector = selectorOf(this.script.keyOf(callee, scope) ?? '', text);
    const name = /^\s*[#.]([\w-]+)\s*$/u.exec(selector)?.[1];
    if (name === undefined) return false;
    let isSo = this.noFields.get(name);
    if (isSo === undefined) {
      const markup = new RegExp(
        `<([a-z][\\w-]*)\\b[^<>]{0,300}?\\b(?:class|id)=\\\\?["'\`](?:[\\w-]+ )*${name}\\b`,
        'giu',
      );
      const tags = [...this.script.source.matchAll(markup)].map(([, tag = '']) => tag);
      isSo = tags.length > 0 && tags.every((tag) => noFields.has(tag.toLowerCase()));
      this.noFields.set(name, isSo);
    }
    return isSo;
  }

  /** Whether several of the script's own names begin as this one does: pages have none like them. */
  private isBranded(name: string): boolean {
    const [start] = /^[a-z\d]{3,}(?=[-_A-Z])/u.exec(name) ?? [];
    if (start === undefined || common.test(start)) return false;
    let count = 0;
    for (const each of this.known ?? [])
      if (each.startsWith(start) && /^[-_A-Z]/u.test(each.slice(start.length))) count += 1;
    return count >= brandedMin;
  }

  private names(): ReadonlySet<string> {
    const names = new Set<string>();
    for (const [, listed = ''] of this.script.source.matchAll(nameInMarkup))
      for (const name of listed.split(' ')) names.add(name);
    for (const { kind, node, scope } of this.script.walked.sites) {
      if (kind !== 'write' || node.type !== 'AssignmentExpression') continue;
      const { left, right } = node;
      if (left.type !== 'MemberExpression') continue;
      const key = keyName(left.property);
      if (key !== 'id' && key !== 'className') continue;
      if (this.script.createdElement(left.object, scope) === undefined) continue;
      const text = exactText(this.script.fold(right, scope)) ?? '';
      for (const name of text.split(' ')) names.add(name);
    }
    return names;
  }
}

/** What a look-up asks for, as a selector. */
export function selectorOf(method: string, text: string): string {
  if (method === 'getElementById') return `#${text}`;
  return method === 'getElementsByClassName' ? `.${text}` : text;
}
