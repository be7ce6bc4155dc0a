import type { JsonValue } from '../../model/extension.ts';
import type { Collector } from '../collect/collector.ts';
import type { Value } from '../facts/facts.ts';
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
