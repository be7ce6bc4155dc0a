import type { Node } from 'oxc-parser';
import type { Located } from '../../syntax/scopes.ts';
import type { SourceKind } from '../../../vocabulary.ts';
import type { OriginTracer } from '../trace/origin-tracer.ts';

/** Fields of one script that are asked about. */
const fieldsMax = 12;
const kept: ReadonlySet<SourceKind> = new Set<SourceKind>([
  'extension-storage',
  'internal-message',
  'native-message',
  'network-response',
]);

/** Whether a script puts what the extension keeps into fields of pages, as what fills in forms does. */
export function fillsFields(tracer: OriginTracer): boolean {
  let left = fieldsMax;
  for (const { object, value, scope } of filled(tracer)) {
    if (value.type === 'Literal' || tracer.own.controlOf(object, scope) !== 'page') continue;
    if ((left -= 1) < 0) return false;
    const origins = tracer.originsOf(value, scope, 'minor');
    if (origins.some(({ kind }) => kept.has(kind))) return true;
  }
  return false;
}

interface Filled extends Pick<Located, 'scope'> {
  readonly object: Node;
  readonly value: Node;
}

/** `field.value = text`, `$(field).val(text)`, `field.setRangeText(text)` */
function* filled({ script: { index, walked } }: OriginTracer): Iterable<Filled> {
  for (const { key, left, value, scope } of walked.memberWrites)
    if (key === 'value') yield { object: left.object, value, scope };
  for (const name of ['setRangeText', 'val'])
    for (const {
      callee,
      arguments: [value],
      scope,
    } of index.calls.named(name))
      if (callee.type === 'MemberExpression' && value !== undefined)
        yield { object: callee.object, value, scope };
}
