import type { Node } from 'oxc-parser';
import { exactText } from '../constants/fold-calls.ts';
import { propertyNode } from '../syntax/nodes.ts';
import type { Located } from '../syntax/scopes.ts';
import type { JsonValue } from '../../model/extension.ts';
import type { Collector } from '../collect/collector.ts';
import type { OpenRules, Value } from '../facts/facts.ts';
import { networkRuleOf } from '../package/network-rules.ts';
import type { Call, ScriptReader } from '../values/script-reader.ts';

const updates: ReadonlySet<string> = new Set([
  'chrome.declarativeNetRequest.updateDynamicRules',
  'chrome.declarativeNetRequest.updateSessionRules',
]);
const rulesPerCallMax = 200;
const depthMax = 12;

/** declarativeNetRequest rules that code adds, as far as they are constants. */
export function readDynamicRules(call: Call, script: ScriptReader, facts: Collector): void {
  if (call.path === undefined || !updates.has(call.path)) return;
  readOpenRules(call, script, facts);
  const options = script.fold(call.arguments[0], call.scope);
  const added = options.kind === 'object' ? options.properties.get('addRules') : undefined;
  if (added?.kind !== 'array') return;
  const { at } = script.place(call);
  for (const item of added.items.slice(0, rulesPerCallMax)) {
    const json = jsonOf(item, 0);
    const rule = json === undefined ? undefined : networkRuleOf(json, 'dynamic', at);
    if (rule !== undefined) facts.add(facts.networkRules, rule);
  }
}

/** What of the rules does not stand in the code: where they lead requests, which headers they change, or all of them. */
function readOpenRules(
  { node, scope, arguments: [changes] }: Call,
  script: ScriptReader,
  facts: Collector,
): void {
  if (changes === undefined) return;
  const rules = script.values.below(changes, scope, ['addRules', '*']);
  const actions = script.values.below(changes, scope, ['addRules', '*', 'action']);
  const open = new Set(actions.flatMap((action) => openParts(action, script)));
  if (rules.length === 0) open.add('rule');
  if (open.size > 0)
    facts.add(facts.openRules, { ...script.place({ node, scope }), open: [...open] });
}

/** Which parts of an action are computed: `{ type: 'redirect', redirect: { url: place } }`. */
function openParts(action: Located, script: ScriptReader): readonly OpenRules['open'][number][] {
  const type = exactText(script.fold(propertyNode(action.node, 'type'), action.scope));
  const isOpen = (part: Node | undefined, key: string): boolean => {
    const value = propertyNode(part, key);
    return value !== undefined && exactText(script.fold(value, action.scope)) === undefined;
  };
  if (type === 'redirect') {
    const redirect = propertyNode(action.node, 'redirect');
    // What is put into the action later does not stand there.
    if (redirect === undefined) return ['redirect'];
    const { node } = script.origin(redirect, action.scope);
    const isLed = node.type !== 'ObjectExpression' || leading.some((key) => isOpen(node, key));
    return isLed ? ['redirect'] : [];
  }
  if (type !== 'modifyHeaders') return type === undefined ? ['rule'] : [];
  const lists = ['requestHeaders', 'responseHeaders'].flatMap(
    (key) => propertyNode(action.node, key) ?? [],
  );
  const areNamed = lists.every((list) => {
    const headers = script.values.below(list, action.scope, ['*']);
    return headers.length > 0 && headers.every(({ node }) => !isOpen(node, 'header'));
  });
  return lists.length > 0 && areNamed ? [] : ['headers'];
}

/** Members of a redirect that say where requests are led to. */
const leading = ['url', 'regexSubstitution', 'transform'];

/** The known part of a folded value as JSON; undefined where nothing is known. */
function jsonOf(value: Value, depth: number): JsonValue | undefined {
  if (depth > depthMax) return undefined;
  switch (value.kind) {
    case 'string':
      return value.text;
    case 'number':
    case 'boolean':
      return value.value;
    case 'null':
      return null;
    case 'array':
      return value.items.flatMap((item) => jsonOf(item, depth + 1) ?? []);
    case 'object': {
      const object: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>;
      for (const [key, item] of value.properties) {
        const json = jsonOf(item, depth + 1);
        if (json !== undefined) object[key] = json;
      }
      return object;
    }
    default:
      return undefined;
  }
}
