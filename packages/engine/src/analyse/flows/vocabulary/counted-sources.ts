import type { SourceKind } from '../../../vocabulary.ts';
import { Mark } from './origin.ts';

/** Whether data counts at a sink of which only some sources do: of fields of a form at least where they were gathered. */
export function countsAt(
  only: ReadonlySet<SourceKind> | undefined,
  kind: SourceKind,
  marks: number,
): boolean {
  if (only === undefined || only.has(kind)) return true;
  return kind === 'form-input' && (marks & Mark.serialised) !== 0;
}
