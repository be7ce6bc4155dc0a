import type { JsonObject, SecurityReport } from '@extaudit/engine';
import { askedPermissions, traitsOf, type ReportTraits } from '@extaudit/engine';
import type { Classification, PackageOrigin, RiskLevel } from '@extaudit/engine/vocabulary';
import type { StoreVerdict } from '../../storage/database/monitor-tables.ts';
import type { ExtensionStatus } from '../../storage/database/tables.ts';
import { boundedText } from '../alert/bounded-json.ts';
import { digestOf, listLengthMax, seenText, seenTexts, sortedJson } from './seen-text.ts';

/** What a monitor has last seen of an extension: bounded, and as JSON what `monitor.seen` holds. */
export interface SeenState {
  readonly version: string;
  readonly name: string;
  readonly status: ExtensionStatus;
  /** Null: the store was never asked. */
  readonly isListed: boolean | null;
  readonly verdict: StoreVerdict | null;
  /** Null: unknown, as after an upload. */
  readonly publisher: SeenPublisher | null;
  readonly isKnownMalicious: boolean;
  /** Of the version; null: it was not known. */
  readonly package: SeenPackage | null;
  /** Of the newest version whose manifest was known; null: of none. */
  readonly manifest: SeenManifest | null;
  /** Of the newest version that was audited; null: none was. */
  readonly report: SeenReport | null;
  /** Ids of the newest reviews that raise alarm. */
  readonly alarmingReviews: readonly string[];
}

export interface SeenPublisher {
  readonly id: string;
  readonly author: string;
  readonly email: string | null;
}

export interface SeenPackage {
  readonly sha256: string;
  readonly origin: PackageOrigin;
}

export interface SeenManifest {
  readonly version: string;
  readonly permissions: readonly string[];
  readonly hosts: readonly string[];
  readonly optionalPermissions: readonly string[];
  readonly optionalHosts: readonly string[];
  /** Who the manifest says has written it. */
  readonly author: string | null;
  /** Top-level, sorted. */
  readonly keys: readonly SeenKey[];
}

/** The digest tells whether the value has changed; its JSON, of which the end may be cut off, is for people. */
export type SeenKey = readonly [key: string, digest: string, json?: string];

export interface SeenReport extends ReportTraits {
  readonly version: string;
  readonly rulesetHash: string;
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly classification: Classification;
  /** Empty in what the first scale said. */
  readonly headline: string;
}

/** Of a key's value, as JSON: what is shown of it when it changes. */
const valueCharactersMax = 500;

/** @param manifest as parsed */
export function seenManifest(version: string, manifest: JsonObject): SeenManifest {
  const asked = askedPermissions(manifest);
  const author = manifest['author'];
  return {
    version,
    permissions: seenTexts(asked.api),
    hosts: seenTexts(asked.hosts),
    optionalPermissions: seenTexts(asked.optionalApi),
    optionalHosts: seenTexts(asked.optionalHosts),
    author: author === undefined ? null : seenText(authorText(author)),
    keys: manifestKeys(manifest),
  };
}

function manifestKeys(manifest: JsonObject): SeenManifest['keys'] {
  const keys = Object.keys(manifest).sort();
  const rest = keys.slice(listLengthMax).map((key) => [key, manifest[key]]);
  return [
    ...keys.slice(0, listLengthMax).map((key): SeenKey => {
      const json = boundedText(sortedJson(manifest[key]), valueCharactersMax);
      return [seenText(key), digestOf(manifest[key]), json];
    }),
    ...(rest.length > 0 ? [['…', digestOf(rest)] as const] : []),
  ];
}

export function seenReport(version: string, report: SecurityReport): SeenReport {
  const { packageClass, findings, flows, hosts, signingKeys } = traitsOf(report);
  return {
    version,
    rulesetHash: report.ruleset_hash,
    riskScore: report.risk_score,
    riskLevel: report.risk_level,
    classification: report.classification,
    headline: seenText(report.headline ?? ''),
    packageClass,
    findings: findings
      .slice(0, listLengthMax)
      .map((finding) => ({ ...finding, title: seenText(finding.title) })),
    flows: flows.slice(0, listLengthMax).map((flow) => ({ ...flow, host: seenText(flow.host) })),
    hosts: seenTexts(hosts),
    signingKeys: seenTexts(signingKeys),
  };
}

/** What is not known now stays as it was last known, so that it is compared with when it is known again. */
export function withLastKnown(now: SeenState, before: SeenState): SeenState {
  return {
    ...now,
    publisher: now.publisher ?? before.publisher,
    isListed: now.isListed ?? before.isListed,
    package: now.package ?? before.package,
    manifest: now.manifest ?? before.manifest,
    report: now.report ?? before.report,
  };
}

/** As `monitor.seen` holds it; `parseSeen` reads it. */
export function seenJson(state: SeenState): JsonObject {
  return { ...state } as unknown as JsonObject;
}

/** MV2 allows `{"email": …}` as well. https://developer.chrome.com/docs/extensions/reference/manifest/author */
function authorText(author: unknown): string {
  return typeof author === 'string' ? author : JSON.stringify(author);
}
