import { rules } from '@extaudit/engine';
import type { Measurement } from './measurement.ts';

/** How often each rule fired. Groups are `label/tier`; entries without a report do not count. */
export interface RuleStatistics {
  /** Entries of each group. */
  readonly entries: Readonly<Record<string, number>>;
  /** For each rule, how many entries of a group it fired on; groups in which it did not are left out. */
  readonly rules: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export function ruleStatistics(measurements: readonly Measurement[]): RuleStatistics {
  const audited = measurements
    .filter(({ error }) => error === undefined)
    .map(({ label, tier, rules: fired }) => ({ group: `${label}/${tier}`, fired }));
  const counted = rules
    .map(({ id }) => id)
    .sort()
    .map((id) => [id, tally(audited.filter(({ fired }) => fired.includes(id)))] as const);
  return { entries: tally(audited), rules: Object.fromEntries(counted) };
}

function tally(entries: readonly { readonly group: string }[]): Record<string, number> {
  const groups = Map.groupBy(entries, ({ group }) => group);
  const counts = [...groups].map(([group, members]) => [group, members.length] as const);
  return Object.fromEntries(counts.sort(([a], [b]) => (a < b ? -1 : 1)));
}
