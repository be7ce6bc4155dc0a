import type { Node } from 'oxc-parser';
import type { Collector } from '../collect/collector.ts';
import type { DomSink } from '../facts/facts.ts';
import type { Assignment, Call, ScriptReader } from '../values/script-reader.ts';
import type { Located } from '../syntax/scopes.ts';
import { domSinkOf } from '../flows/sinks/dom-sink-calls.ts';

const properties: ReadonlyMap<string, DomSink['kind']> = new Map([
  ['innerHTML', 'inner-html'],
  ['outerHTML', 'outer-html'],
  ['srcdoc', 'srcdoc'],
]);

export function readDomSinkCall(call: Call, script: ScriptReader, facts: Collector): void {
  const sink = domSinkOf(call, script);
  if (sink !== undefined) addSink(sink.kind, sink.value, call, script, facts);
}

export function readDomSinkAssignment(
  write: Assignment,
  script: ScriptReader,
  facts: Collector,
): void {
  const kind = write.property === undefined ? undefined : properties.get(write.property);
  if (kind !== undefined) addSink(kind, write.value, write, script, facts);
}

function addSink(
  kind: DomSink['kind'],
  value: Node,
  at: Located,
  script: ScriptReader,
  facts: Collector,
): void {
  facts.add(facts.domSinks, { ...script.place(at), kind, value: script.fold(value, at.scope) });
}
