import type { Node } from 'oxc-parser';
import { exactText } from '../constants/fold-calls.ts';
import type { Value } from '../facts/facts.ts';
import { keyName } from '../syntax/nodes.ts';
import type { Binding, Scope } from '../syntax/scopes.ts';
import type { ScriptReader } from '../values/script-reader.ts';

/** Finds what makes elements of a script invisible, of those that a variable holds. */
export class HiddenElements {
  private readonly script: ScriptReader;
  private known: ReadonlyMap<Binding, string> | undefined;

  constructor(script: ScriptReader) {
    this.script = script;
  }

  /** The property by which the element is hidden. */
  hiding(element: Node, scope: Scope): string | undefined {
    const binding = this.script.bindingOf(element, scope);
    return binding && (this.known ??= this.find()).get(binding);
  }

  private find(): ReadonlyMap<Binding, string> {
    const found = new Map<Binding, string>();
    const note = (element: Node, scope: Scope, name: string, value: Node, from = scope): void => {
      const binding = this.script.bindingOf(element, scope);
      if (binding === undefined || found.has(binding)) return;
      const given = this.script.fold(value, from);
      if (isHiding(name, given)) found.set(binding, name);
    };
    for (const { left, value, scope } of this.script.walked.memberWrites) {
      const name = left.computed ? undefined : keyName(left.property);
      if (name === undefined || !hiding.has(name)) continue;
      note(elementOf(left.object), scope, name, value);
    }
    for (const { callee, arguments: given, scope } of setters(this.script)) {
      const [first, second] = given;
      const name = exactText(this.script.fold(first, scope));
      if (name === undefined || second === undefined || !hiding.has(name)) continue;
      note(elementOf(callee.object), scope, name, second);
    }
    for (const { arguments: given, scope } of this.script.index.calls.named('assign')) {
      const [target, properties] = given;
      if (target === undefined || properties?.type !== 'ObjectExpression') continue;
      for (const each of properties.properties) {
        const name = each.type === 'Property' ? keyName(each.key) : undefined;
        if (each.type === 'Property' && name !== undefined && hiding.has(name))
          note(elementOf(target), scope, name, each.value);
      }
    }
    return found;
  }
}

/** The element of `element.style`. */
function elementOf(node: Node): Node {
  const isStyle = node.type === 'MemberExpression' && keyName(node.property) === 'style';
  return isStyle ? node.object : node;
}

function setters(script: ScriptReader): readonly {
  readonly callee: Node & { type: 'MemberExpression' };
  readonly arguments: readonly Node[];
  readonly scope: Scope;
}[] {
  return ['setAttribute', 'setProperty'].flatMap((name) =>
    script.index.calls
      .named(name)
      .flatMap(({ callee, arguments: given, scope }) =>
        callee.type === 'MemberExpression' ? [{ callee, arguments: given, scope }] : [],
      ),
  );
}

const hiddenStyle =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?![.\d]*[1-9])|(?:left|top|right|bottom)\s*:\s*-\d{3,5}|(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|$|!))/iu;

/** Properties and attributes with which an element can be made invisible, and the values that do so. */
const hiding: ReadonlyMap<string, RegExp> = new Map([
  ['bottom', /^-\d{3,5}(?:px|vh|vw|%)?$/u],
  ['cssText', hiddenStyle],
  ['display', /^none\b/u],
  ['height', /^[01](?:px)?$/u],
  ['hidden', /^/u],
  ['left', /^-\d{3,5}(?:px|vh|vw|%)?$/u],
  ['opacity', /^0?\.?0+\d?$/u],
  ['right', /^-\d{3,5}(?:px|vh|vw|%)?$/u],
  ['style', hiddenStyle],
  ['top', /^-\d{3,5}(?:px|vh|vw|%)?$/u],
  ['visibility', /^(?:hidden|collapse)\b/u],
  ['width', /^[01](?:px)?$/u],
]);

function isHiding(name: string, value: Value): boolean {
  if (value.kind === 'boolean') return value.value && name === 'hidden';
  const text = value.kind === 'number' ? String(value.value) : exactText(value);
  return text !== undefined && hiding.get(name)?.test(text.trim()) === true;
}
