import { showName } from './entry-path.ts';
import type { Anomaly, AnomalyKind } from './package.ts';

/** @param name the entry's name as found; `undefined` when it is about the whole container */
export function anomaly(
  kind: AnomalyKind,
  name: string | undefined,
  detail: string,
  contentsLost: boolean,
): Anomaly {
  return { kind, ...(name !== undefined && { path: showName(name) }), detail, contentsLost };
}
