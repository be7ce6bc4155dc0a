import type { JsonValue } from '@extaudit/engine';
import { boundedJson } from './bounded-json.ts';
import type { SeenState } from './seen-state.ts';

/** One fact that differs. */
export interface FactChange {
  readonly what: string;
  /** Null: was not known. */
  readonly from: JsonValue;
  readonly to: JsonValue;
}

/** Every fact that differs between two states, whether it makes an event or not. */
export function factChanges(before: SeenState, after: SeenState): FactChange[] {
  const old = new Map(factsOf(before));
  return factsOf(after).flatMap(([what, value]) => {
    const [from, to] = [boundedJson(old.get(what) ?? null), boundedJson(value)];
    // In full: lists may differ behind what is shown of them.
    const isSame = JSON.stringify(old.get(what) ?? null) === JSON.stringify(value ?? null);
    return isSame ? [] : [{ what, from, to }];
  });
}

function factsOf(state: SeenState): [string, unknown][] {
  const { manifest, report, publisher } = state;
  return [
    ['version', state.version],
    ['name', state.name],
    ['status', state.status],
    ['is_listed', state.isListed],
    ['store_verdict', state.verdict],
    ['known_malicious', state.isKnownMalicious],
    ['publisher_id', publisher?.id],
    ['author', publisher?.author],
    ['email', publisher?.email],
    ['permissions', manifest?.permissions],
    ['host_permissions', manifest?.hosts],
    ['optional_permissions', manifest?.optionalPermissions],
    ['optional_host_permissions', manifest?.optionalHosts],
    ['manifest_keys', manifest?.keys.map(([key, digest]) => `${key} ${digest}`)],
    ['risk_level', report?.riskLevel],
    ['risk_score', report?.riskScore],
    ['classification', report?.classification],
    ['findings', report?.findings.map(({ id }) => id)],
    ['hosts', report?.hosts],
    ['flows', report?.flows],
    ['signing_keys', report?.signingKeys],
    ['alarming_reviews', state.alarmingReviews.length],
  ];
}
