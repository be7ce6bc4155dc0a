import type { JsonObject } from '../model/extension.ts';
import type { SecurityReport } from '../report/security-report.ts';
import type { PackageFile } from '../unpack/package-files.ts';
import { changeBy, keptBy, type Change } from './change.ts';
import { diffManifests, type ManifestDiff } from './manifest-diff.ts';
import { diffReports, type ReportDiff } from './report-diff.ts';

/** What is known of one version; the less, the less can be compared. */
export interface ComparedVersion {
  readonly manifest?: JsonObject;
  readonly files?: readonly PackageFile[];
  readonly report?: SecurityReport;
}

/** What changed. A part is absent where one version does not have it: that says nothing about change. */
export interface VersionDiff {
  readonly manifest?: ManifestDiff;
  readonly files?: FilesDiff;
  readonly report?: ReportDiff & {
    /** Whether one rule set made both reports; if not, what differs may be the rules. */
    readonly same_ruleset: boolean;
  };
  /** Whether any list was cut at 1,000 entries. */
  readonly truncated: boolean;
}

interface FilesDiff extends Change<PackageFile> {
  readonly changed: readonly ChangedFile[];
  readonly unchanged_count: number;
}

interface ChangedFile {
  readonly path: string;
  readonly type: string;
  readonly before: Pick<PackageFile, 'size' | 'sha256'>;
  readonly after: Pick<PackageFile, 'size' | 'sha256'>;
}

/** Compares two versions. Deterministic; every list is sorted and bounded. */
export function diffVersions(before: ComparedVersion, after: ComparedVersion): VersionDiff {
  const [old, now] = [before.report, after.report];
  const whole = {
    ...(before.manifest &&
      after.manifest && { manifest: diffManifests(before.manifest, after.manifest) }),
    ...(before.files && after.files && { files: diffFiles(before.files, after.files) }),
    ...(old &&
      now && { report: { ...diffReports(old, now), same_ruleset: isSameRuleset(old, now) } }),
  };
  let truncated = false;
  const cut = cutLists(whole, () => {
    truncated = true;
  });
  return { ...cut, truncated };
}

function diffFiles(before: readonly PackageFile[], after: readonly PackageFile[]): FilesDiff {
  const kept = keptBy(before, after, ({ path }) => path);
  const changed = kept.filter(({ was, is }) => was.sha256 !== is.sha256);
  return {
    ...changeBy(before, after, ({ path }) => path),
    changed: changed.map(({ was, is }) => ({
      path: is.path,
      type: is.type,
      before: { size: was.size, sha256: was.sha256 },
      after: { size: is.size, sha256: is.sha256 },
    })),
    unchanged_count: kept.length - changed.length,
  };
}

function isSameRuleset(before: SecurityReport, after: SecurityReport): boolean {
  return before.ruleset_hash === after.ruleset_hash && before.intel_hash === after.intel_hash;
}

const listLengthMax = 1_000;

/** The same value with every list cut; the shape is our own, so it is neither deep nor cyclic. */
function cutLists<T>(value: T, onCut: () => void): T {
  if (Array.isArray(value)) {
    if (value.length > listLengthMax) onCut();
    return value.slice(0, listLengthMax).map((item: unknown) => cutLists(item, onCut)) as T;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, cutLists(item as unknown, onCut)]),
  ) as T;
}
