import type { Node } from 'oxc-parser';
import type { Located, Scope } from '../../syntax/scopes.ts';
import type { SourceKind } from '../../../vocabulary.ts';
import { selectsPassword } from '../guards/password-tests.ts';
import type { OriginTracer } from '../trace/origin-tracer.ts';
import { selectorIn } from '../vocabulary/source-parts.ts';

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
    if (value.type === 'Literal' || !mayBeAny(tracer, object, scope)) continue;
    if ((left -= 1) < 0) return false;
    const origins = tracer.originsOf(value, scope, 'minor');
    if (origins.some(({ kind }) => kept.has(kind))) return true;
  }
  return false;
}

/** Whether it is a field of the page, of which no selector says that it is for something else than a form's secrets. */
function mayBeAny(tracer: OriginTracer, field: Node, scope: Scope): boolean {
  if (tracer.own.controlOf(field, scope) !== 'page') return false;
  const selector = selectorIn(tracer.script.origin(field, scope).node);
  return selector === '' || selectsPassword(selector) === true;
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
