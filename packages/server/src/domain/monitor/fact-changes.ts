import type { JsonValue } from '@extaudit/engine';
import { boundedJson } from '../alert/bounded-json.ts';
import type { SeenKey, SeenManifest, SeenReport, SeenState } from './seen-state.ts';
import { shownText } from './seen-text.ts';

/** One fact that differs, as people read it: permissions, keys and values as they stand in the manifests. */
export interface FactChange {
  readonly what: string;
  /** Null: was not there, or not known. */
  readonly from: JsonValue;
  readonly to: JsonValue;
  /** Of lists, of which `from` and `to` may show the beginning only. */
  readonly added?: readonly JsonValue[];
  readonly removed?: readonly JsonValue[];
}

/** Every fact that differs between two states, whether it makes an event or not. */
export function factChanges(before: SeenState, after: SeenState): FactChange[] {
  const old = new Map(factsOf(before));
  const facts = factsOf(after).flatMap(([what, to]) => changeOf(what, old.get(what), to));
  return [
    ...facts,
    ...(before.manifest && after.manifest ? keyChanges(before.manifest, after.manifest) : []),
    ...(before.report && after.report ? signingChanges(before.report, after.report) : []),
  ];
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
    ['risk_level', report?.riskLevel],
    ['risk_score', report?.riskScore],
    ['classification', report?.classification],
    ['findings', report?.findings.map(({ id, severity, title }) => ({ id, severity, title }))],
    ['hosts', report?.hosts],
    ['flows', report?.flows],
    ['alarming_reviews', state.alarmingReviews.length],
  ];
}

function changeOf(what: string, from: unknown, to: unknown): FactChange[] {
  // In full: lists may differ behind what is shown of them.
  if (JSON.stringify(from ?? null) === JSON.stringify(to ?? null)) return [];
  const change = { what, from: shown(from), to: shown(to) };
  if (!Array.isArray(from) || !Array.isArray(to)) return [change];
  return [
    { ...change, added: shownItems(without(to, from)), removed: shownItems(without(from, to)) },
  ];
}

function without(items: readonly unknown[], others: readonly unknown[]): unknown[] {
  const known = new Set(others.map((item) => JSON.stringify(item)));
  return items.filter((item) => !known.has(JSON.stringify(item)));
}

function shownItems(items: readonly unknown[]): JsonValue[] {
  return items.slice(0, itemsMax).map(shown);
}

/** As many as `from` and `to` hold. */
const itemsMax = 50;

function shown(value: unknown): JsonValue {
  return boundedJson(withoutDigests(value ?? null));
}

function withoutDigests(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.map(withoutDigests);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withoutDigests(item)]),
  );
}

/** Facts of their own tell of these. */
const keysWithFacts = new Set([
  'version',
  'permissions',
  'host_permissions',
  'optional_permissions',
  'optional_host_permissions',
]);

function keyChanges(before: SeenManifest, after: SeenManifest): FactChange[] {
  const old = new Map(before.keys.map((key) => [key[0], key]));
  const now = new Map(after.keys.map((key) => [key[0], key]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .filter((key) => !keysWithFacts.has(key) && old.get(key)?.[1] !== now.get(key)?.[1])
    .map((key) => ({
      what: `manifest.${shownText(key)}`,
      from: valueOf(old.get(key)),
      to: valueOf(now.get(key)),
    }));
}

/** As it stands in the manifest; of a long one, the beginning of its JSON. */
function valueOf([, , json]: SeenKey | readonly [] = []): JsonValue {
  if (json === undefined) return null;
  try {
    return boundedJson(JSON.parse(json));
  } catch {
    return json;
  }
}

/** In words, because a key has no name that anybody would know. */
function signingChanges(before: SeenReport, after: SeenReport): FactChange[] {
  const known = new Set(before.signingKeys);
  const added = after.signingKeys.filter((key) => !known.has(key)).length;
  const isSame = added === 0 && before.signingKeys.length === after.signingKeys.length;
  if (isSame) return [];
  const which = added === 0 ? '' : ` (${added} not seen before)`;
  const to = signedBy(after);
  return [{ what: 'signature', from: signedBy(before), to: `${to}${which}` }];
}

function signedBy({ signingKeys: { length } }: SeenReport): string {
  if (length === 0) return 'not signed';
  return length === 1 ? 'signed with 1 key' : `signed with ${length} keys`;
}
