import { label } from '../../facts/step-kinds.ts';
import type { FunctionInfo } from '../../syntax/scopes.ts';
import { handedKind } from '../sources/replaced-functions.ts';
import { none, source } from '../vocabulary/origin.ts';
import type { Origin, Want } from '../vocabulary/origin.ts';
import type { OriginTracer } from './origin-tracer.ts';

/**
 * What a function is handed that stands in place of one by which pages make requests: `XMLHttpRequest.prototype.send =
 * function (body) …`. What pages ask for by it, and say in it, is theirs.
 */
export function traceReplaced(
  tracer: OriginTracer,
  owner: FunctionInfo,
  index: number,
  want: Want,
): readonly Origin[] {
  const replaced = tracer.replaced.of(owner);
  const kind = replaced && handedKind(replaced, index, want.path);
  return kind === undefined
    ? none
    : [source(kind, owner.node, label('replaced', replaced!.path), owner.scope)];
}
