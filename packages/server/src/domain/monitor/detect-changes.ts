import type { JsonObject, VersionDiff } from '@extaudit/engine';
import type { Severity, MonitorEventType } from '@extaudit/engine/vocabulary';
import type { EventText } from '../../storage/database/monitor-tables.ts';
import { alertData } from './alert-data.ts';
import { boundedObject } from '../alert/bounded-json.ts';
import { eventSeverity } from './event-severity.ts';
import { type FactChange, factChanges } from './fact-changes.ts';
import { manifestChanges } from './manifest-changes.ts';
import { permissionChanges } from './permission-changes.ts';
import { publisherChanges } from './publisher-changes.ts';
import { riskLevelChange, riskOf } from './risk-change.ts';
import { securityReasons } from './security-reasons.ts';
import type { SeenState } from './seen-state.ts';

/** A review that speaks of malware, hijacking, theft or unwanted advertisements. */
export interface AlarmingReview {
  readonly reviewId: string;
  readonly rating: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly text: string;
}

/** What is known beside the two states. */
export interface ChangeContext {
  /** The engine's comparison of the two versions, where the versions differ and both are held. */
  readonly diff?: VersionDiff | undefined;
  /** Why the present version has no report; absent when it has one. */
  readonly notAudited?: string | undefined;
  /** Those of `after.alarmingReviews`. */
  readonly reviews?: readonly AlarmingReview[];
}

/** All changes of one kind between two states. */
export interface DetectedEvent {
  readonly type: MonitorEventType;
  readonly severity: Severity;
  /** For the feed. */
  readonly told: EventText;
  /** For the history. */
  readonly details: JsonObject;
  /** For the alert's `data`. */
  readonly data: JsonObject;
}

export interface DetectedChanges {
  /** Every fact that differs, whether it makes an event or not. */
  readonly changes: readonly FactChange[];
  /** At most one of a type. */
  readonly events: readonly DetectedEvent[];
}

/**
 * Compares what a monitor saw last with what is there now. What was not known before is no change when it becomes
 * known: an extension that is audited for the first time raises no alert.
 */
export function detectChanges(
  before: SeenState,
  after: SeenState,
  context: ChangeContext = {},
): DetectedChanges {
  const found = [
    versionUpdate(before, after, context),
    permissionChange(before, after, context),
    manifestChange(before, after, context),
    statusChange(before, after),
    removedFromStore(before, after),
    publisherChange(before, after),
    securityAlert(before, after, context),
    reviewAlert(before, after, context),
  ].filter((change) => change !== undefined);
  const shared = alertData(before, after);
  return {
    changes: factChanges(before, after),
    events: found.map(({ type, lines, ...details }) => {
      const versions =
        before.version === after.version
          ? { version: after.version }
          : { from_version: before.version, to_version: after.version };
      const own = boundedObject({ ...versions, ...details });
      const { diff: _diff, ...facts } = own;
      const { summary_lines } = boundedObject({ summary_lines: lines });
      return {
        type,
        severity: eventSeverity(type, details),
        told: {
          extension_name: after.name,
          headline: after.report?.headline ?? '',
          summary: summary_lines as readonly string[],
        },
        details: own,
        data: { ...facts, ...shared, summary_lines: summary_lines ?? [] },
      };
    }),
  };
}

interface Found {
  readonly type: MonitorEventType;
  /** What happened, a plain sentence each. */
  readonly lines: readonly string[];
  readonly [detail: string]: unknown;
}

function versionUpdate(
  before: SeenState,
  after: SeenState,
  { diff, notAudited }: ChangeContext,
): Found | undefined {
  if (before.version === after.version) return undefined;
  return {
    type: 'version_update',
    lines: [
      `Version ${before.version} became ${after.version}.`,
      ...(notAudited === undefined ? [] : [`The new version was not audited: ${notAudited}.`]),
      ...(isLessKnown(before, after)
        ? ['A part of the new version could not be analysed, other than before.']
        : []),
    ],
    risk: {
      from: riskOf(before),
      to: after.report?.version === after.version ? riskOf(after) : null,
    },
    not_audited: notAudited,
    diff: diffOf(diff),
  };
}

function isLessKnown(before: SeenState, after: SeenState): boolean {
  return (
    after.report?.packageClass === 'incomplete' &&
    before.report !== null &&
    before.report.packageClass !== 'incomplete'
  );
}

function permissionChange(
  before: SeenState,
  after: SeenState,
  { diff }: ChangeContext,
): Found | undefined {
  if (!before.manifest || !after.manifest) return undefined;
  const changes = permissionChanges(before.manifest, after.manifest);
  if (!changes) return undefined;
  return {
    type: 'permission_change',
    ...changes,
    warnings: diff?.manifest?.warnings,
    risk_level_change: riskLevelChange(before, after),
  };
}

function manifestChange(
  before: SeenState,
  after: SeenState,
  { diff }: ChangeContext,
): Found | undefined {
  const keys = manifestChanges(before, after, diff?.manifest?.manifest_keys ?? []);
  if (keys.length === 0) return undefined;
  return {
    type: 'manifest_change',
    lines: [`Keys of the manifest changed: ${keys.map(({ key }) => key).join(', ')}.`],
    keys,
    content_script_matches: diff?.manifest?.content_script_matches,
  };
}

function statusChange(before: SeenState, after: SeenState): Found | undefined {
  if (before.status === after.status) return undefined;
  return {
    type: 'status_change',
    lines: [`The extension was ${before.status} and is ${after.status} now.`],
    from_status: before.status,
    to_status: after.status,
    status_change: { from: before.status, to: after.status },
  };
}

/** Of an extension that was never seen in a store, the store's answer says only that it is not from there. */
function removedFromStore(before: SeenState, after: SeenState): Found | undefined {
  if (after.isListed !== false || before.isListed === false) return undefined;
  const wasThere = before.isListed === true || before.status !== after.status;
  if (!wasThere) return undefined;
  const why = after.verdict === null ? '' : `; it is marked as ${after.verdict}`;
  return {
    type: 'removed_from_store',
    lines: [`The store no longer lists the extension${why}.`],
    version: after.version,
    verdict: after.verdict,
  };
}

function publisherChange(before: SeenState, after: SeenState): Found | undefined {
  const changes = publisherChanges(before, after);
  if (changes.length === 0) return undefined;
  return {
    type: 'publisher_change',
    lines: changes.map(({ field, from, to }) => `The ${field} was ${from} and is ${to} now.`),
    changes,
    publisher_change: { from: changes[0]?.from, to: changes[0]?.to },
  };
}

function securityAlert(
  before: SeenState,
  after: SeenState,
  { diff }: ChangeContext,
): Found | undefined {
  const reasons = securityReasons(before, after);
  if (reasons.length === 0) return undefined;
  return {
    type: 'security_alert',
    lines: reasons.map(({ what }) => what),
    reasons,
    risk: { from: riskOf(before), to: riskOf(after) },
    risk_level_change: riskLevelChange(before, after),
    same_ruleset: before.report?.rulesetHash === after.report?.rulesetHash,
    diff: diffOf(diff),
  };
}

function reviewAlert(
  before: SeenState,
  after: SeenState,
  { reviews = [] }: ChangeContext,
): Found | undefined {
  const known = new Set(before.alarmingReviews);
  const added = new Set(after.alarmingReviews.filter((id) => !known.has(id)));
  if (added.size === 0) return undefined;
  const shown = reviews.filter(({ reviewId }) => added.has(reviewId));
  return {
    type: 'review_alert',
    lines: [
      `${added.size} new low-rated reviews speak of malware, hijacking, theft or unwanted advertisements.`,
    ],
    review_count: added.size,
    reviews: shown.map(({ rating, date, text }) => ({
      rating,
      review_date: date,
      review_text: text,
    })),
  };
}

/** Without the manifest's values and the list of files, which others show in full. */
function diffOf(diff: VersionDiff | undefined): object | undefined {
  if (!diff) return undefined;
  const { manifest, report, truncated } = diff;
  const { manifest_keys: _keys, ...asked } = manifest ?? {};
  return { ...asked, ...report, truncated };
}
