import type { Node } from 'oxc-parser';
import type { Value } from '../facts/facts.ts';
import { exactText } from '../constants/fold-calls.ts';
import { keyName } from '../syntax/nodes.ts';
import type { Scope } from '../syntax/scopes.ts';
import type { ScriptReader } from './script-reader.ts';

/** Elements that one expression may be, and rounds of what lies in one another. */
const heldMax = 4;
const roundsMax = 3;

/** What a script gives an element: `frame.width = 0`, `frame.style.setProperty('opacity', '0')`. */
interface Given {
  readonly element: Node;
  readonly scope: Scope;
  readonly name: string;
  readonly value: Node;
}

/** Knows what a script does with the elements that it makes: whether they are invisible, and whether browsers fill them in. */
export class MadeElements {
  private readonly script: ScriptReader;
  private hidden: ReadonlyMap<Node, string> | undefined;
  /** Hidden elements that something else shows later, with what lies in them. */
  private readonly shown = new Set<Node>();
  private filled: ReadonlySet<Node> | undefined;

  constructor(script: ScriptReader) {
    this.script = script;
  }

  /** The property by which the element, or one that it lies in, is hidden. */
  hiding(element: Node, scope: Scope): string | undefined {
    this.hidden ??= this.findHidden();
    for (const made of this.makers(element, scope)) {
      const by = this.hidden.get(made);
      if (by !== undefined) return by;
    }
    return undefined;
  }

  /** Whether the call makes an invisible field that browsers fill in, and the script neither fills nor shows. */
  isBait(call: Node, scope: Scope): boolean {
    this.filled ??= this.findFilled();
    return this.filled.has(call) && this.hiding(call, scope) !== undefined && !this.shown.has(call);
  }

  private findHidden(): ReadonlyMap<Node, string> {
    const found = new Map<Node, string>();
    const hidden: Given[] = [];
    const others: Given[] = [];
    for (const each of this.given(hiding)) {
      const isHidden = isHiding(each.name, this.script.fold(each.value, each.scope));
      (isHidden ? hidden : others).push(each);
    }
    for (const { element, scope, name } of hidden)
      for (const made of this.makers(element, scope)) found.set(made, name);
    this.findShown(hidden, others);
    for (let round = 0; round < roundsMax && found.size > 0; round += 1) {
      const before = found.size;
      for (const { callee, arguments: inner, scope } of this.calls(placing)) {
        const by = this.makers(callee.object, scope).map((made) => found.get(made))[0];
        if (by === undefined) continue;
        const isShown = this.makers(callee.object, scope).some((made) => this.shown.has(made));
        for (const each of inner)
          for (const made of this.makers(each, scope))
            if (!found.has(made)) {
              found.set(made, by);
              if (isShown) this.shown.add(made);
            }
      }
      if (found.size === before) break;
    }
    return found;
  }

  /** A dialog is hidden as it is made, and shown by what another function gives the same property. */
  private findShown(hidden: readonly Given[], others: readonly Given[]): void {
    const ways = new Map<Node, Map<string, Set<unknown>>>();
    for (const { element, scope, name } of hidden)
      for (const made of this.makers(element, scope)) {
        const names = ways.get(made) ?? new Map<string, Set<unknown>>();
        names.set(name, (names.get(name) ?? new Set()).add(scope.function));
        ways.set(made, names);
      }
    for (const { element, scope, name } of others)
      for (const made of this.makers(element, scope)) {
        const names = ways.get(made);
        if (names?.get(name)?.has(scope.function) === false) names.delete(name);
        // What is hidden in two ways is shown in both.
        if (names?.size === 0) this.shown.add(made);
      }
  }

  private findFilled(): ReadonlySet<Node> {
    const found = new Set<Node>();
    for (const { element, scope, name, value } of this.given(asking))
      // What is no single text is chosen from a list of what browsers keep.
      if (asking.get(name)!.test(exactText(this.script.fold(value, scope)) ?? 'username'))
        for (const made of this.makers(element, scope)) found.add(made);
    if (found.size === 0) return found;
    for (const { element, scope } of this.given(new Map([['value', /^/u]])))
      for (const made of this.makers(element, scope)) found.delete(made);
    return found;
  }

  private *given(names: ReadonlyMap<string, RegExp>): Iterable<Given> {
    for (const { left, value, scope } of this.script.walked.memberWrites) {
      const name = left.computed ? undefined : keyName(left.property);
      if (name !== undefined && names.has(name))
        yield { element: elementOf(left.object), scope, name, value };
    }
    for (const { callee, arguments: given, scope } of this.calls(setting)) {
      const [first, value] = given;
      const name = exactText(this.script.fold(first, scope));
      if (name !== undefined && value !== undefined && names.has(name))
        yield { element: elementOf(callee.object), scope, name, value };
    }
    for (const { arguments: given, scope } of this.script.index.calls.named('assign')) {
      const [target, properties] = given;
      if (target === undefined || properties?.type !== 'ObjectExpression') continue;
      for (const each of properties.properties) {
        const name = each.type === 'Property' ? keyName(each.key) : undefined;
        if (each.type === 'Property' && name !== undefined && names.has(name))
          yield { element: elementOf(target), scope, name, value: each.value };
      }
    }
  }

  private *calls(names: readonly string[]): Iterable<{
    readonly callee: Node & { type: 'MemberExpression' };
    readonly arguments: readonly Node[];
    readonly scope: Scope;
  }> {
    for (const name of names)
      for (const { callee, arguments: given, scope } of this.script.index.calls.named(name))
        if (callee.type === 'MemberExpression') yield { callee, arguments: given, scope };
  }

  /** The calls that make what the expression may be. */
  private makers(node: Node, scope: Scope): readonly Node[] {
    const { node: made } = this.script.origin(node, scope);
    if (made.type === 'CallExpression' || made.type === 'NewExpression') return [made];
    return this.script.values
      .held(node, scope)
      .slice(0, heldMax)
      .flatMap(({ kind, node: held }) => (kind === 'made' ? [held] : []));
  }
}

const setting = ['setAttribute', 'setProperty'] as const;
const placing = ['append', 'appendChild', 'insertBefore', 'prepend', 'replaceChildren'] as const;

/** The element of `element.style`. */
function elementOf(node: Node): Node {
  const isStyle = node.type === 'MemberExpression' && keyName(node.property) === 'style';
  return isStyle ? node.object : node;
}

/** What makes a browser offer, or put in, what it keeps for its user. */
const asking: ReadonlyMap<string, RegExp> = new Map([
  ['autocomplete', /^(?!off$|one-time-code$).+/u],
  ['type', /^(?:email|password|tel)$/u],
]);

const away = /^-\d{3,5}(?:px|vh|vw|%)?$/u;
const tiny = /^[01](?:px)?$/u;
const hiddenStyle =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d]*[1-9])|(?:left|top|right|bottom)\s*:\s*-\d{3,5}|(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|$|!))/iu;

/** Properties and attributes with which an element can be made invisible, and the values that do so. */
const hiding: ReadonlyMap<string, RegExp> = new Map([
  ['bottom', away],
  ['cssText', hiddenStyle],
  ['display', /^none\b/u],
  ['height', tiny],
  ['hidden', /^/u],
  ['left', away],
  ['opacity', /^0?\.?0+\d?$/u],
  ['right', away],
  ['style', hiddenStyle],
  ['top', away],
  ['visibility', /^(?:hidden|collapse)\b/u],
  ['width', tiny],
]);

function isHiding(name: string, value: Value): boolean {
  if (value.kind === 'boolean') return value.value && name === 'hidden';
  const text = value.kind === 'number' ? String(value.value) : exactText(value);
  return text !== undefined && hiding.get(name)?.test(text.trim()) === true;
}
