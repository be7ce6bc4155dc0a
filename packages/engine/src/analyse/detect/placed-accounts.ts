import type { Node } from 'oxc-parser';
import type { Collector } from '../collect/collector.ts';
import { exactText } from '../constants/fold-calls.ts';
import type { Located } from '../syntax/scopes.ts';
import type { MemberWrite } from '../syntax/walked.ts';
import { accountsIn, isAccountLike } from '../values/listed-accounts.ts';
import type { Call, ScriptReader } from '../values/script-reader.ts';

/** Writes of one script that are looked into. */
const writesMax = 200;

/** Members of nodes and fields that hold what people read, copy and follow. */
const shown: ReadonlySet<string> = new Set(
  'data href innerHTML innerText nodeValue outerHTML outerText placeholder textContent value'.split(
    ' ',
  ),
);

/** Methods that put their last argument into a page. */
const placing: ReadonlySet<string> = new Set(
  'appendData insertAdjacentHTML insertAdjacentText insertData replaceData setRangeText write writeln'.split(
    ' ',
  ),
);

/** Finds account numbers of the code, as wallets and banks have them, that a script puts into nodes which it did not make. */
export class PlacedAccountReader {
  private readonly script: ScriptReader;
  private readonly facts: Collector;
  private hasAccounts: boolean | undefined;
  private left = writesMax;

  constructor(script: ScriptReader, facts: Collector) {
    this.script = script;
    this.facts = facts;
  }

  readWrite({ left, key, value, node, scope }: MemberWrite): void {
    if (!this.mayHoldAccounts()) return;
    const name = key ?? this.script.keyOf(left, scope);
    if (name !== undefined && shown.has(name)) this.read(left.object, value, { node, scope });
  }

  readCall({ path, method, object, arguments: given, node, scope }: Call): void {
    const last = given.at(-1);
    if (last === undefined || object === undefined || method === undefined) return;
    const isAttribute = method === 'setAttribute' && given.length === 2;
    if (isAttribute && !shown.has(exactText(this.script.fold(given[0], scope)) ?? '')) return;
    const isTyped = path === 'document.execCommand' && given.length === 3;
    if (isAttribute || isTyped || placing.has(method)) this.read(object, last, { node, scope });
  }

  private read(object: Node, value: Node, at: Located): void {
    const { script, facts } = this;
    if (this.left === 0 || !this.mayHoldAccounts()) return;
    if (script.createdElement(object, at.scope) !== undefined) return;
    this.left -= 1;
    const texts = accountsIn(value, at.scope, script);
    if (texts.length > 0) facts.add(facts.placedAccounts, { ...script.place(at), texts });
  }

  private mayHoldAccounts(): boolean {
    return (this.hasAccounts ??= this.script.walked.texts.some(({ text }) => isAccountLike(text)));
  }
}
