import type { JsonObject } from '@extaudit/engine';
import { boundedObject } from '../alert/bounded-json.ts';
import { permissionChanges } from './permission-changes.ts';
import type { SeenState } from './seen-state.ts';

/** What the `data` of every alert holds by the specification, whichever type it is of. */
export function alertData(before: SeenState, after: SeenState): JsonObject {
  const permissions =
    before.manifest && after.manifest && permissionChanges(before.manifest, after.manifest);
  return boundedObject({
    ...(after.report && { headline: after.report.headline }),
    extension_name: after.name,
    previous_version: before.version,
    new_version: after.version,
    permissions_added: permissions?.permissions_added ?? [],
    permissions_removed: permissions?.permissions_removed ?? [],
    ...(before.report &&
      after.report && {
        risk_level_change: { from: before.report.riskLevel, to: after.report.riskLevel },
      }),
  });
}
