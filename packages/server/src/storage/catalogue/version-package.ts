import type { SecurityReport, VersionClaims } from '@extaudit/engine';
import type {
  Classification,
  PackageFormat,
  PackageOrigin,
  RiskLevel,
} from '@extaudit/engine/vocabulary';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import { isOutdated } from '../database/outdated.ts';
import { markDueAudit } from './due-audit.ts';
import { lockExtensionPackages } from './package-lock.ts';
import { originRank } from './package-origin.ts';
import { lockQuarantineReason } from './quarantine.ts';

/** One of the packages that claim a version. */
export interface VersionPackage {
  readonly sha256: string;
  readonly origin: PackageOrigin;
  readonly sizeBytes: number;
  readonly format: PackageFormat;
  readonly isVersionPackage: boolean;
  /** Whether the account's members brought it. */
  readonly isOwn: boolean;
  readonly createdAt: Date;
  /** Why the operator has put it into quarantine; null where it is not in it. */
  readonly quarantineReason: string | null;
  /** Absent until it was audited. */
  readonly verdict: PackageVerdict | undefined;
}

interface PackageVerdict {
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly classification: Classification;
  /** Null in verdicts of the first scale, as the headline. */
  readonly riskOrder: number | null;
  readonly headline: string | null;
  /** Whether another rule set has made it than the one of now. */
  readonly isOutdated: boolean;
  readonly analyzedAt: Date;
}

/** The best origin first. @param accountId whose own packages are marked */
export async function listVersionPackages(
  db: Database,
  versionId: string,
  accountId: string,
): Promise<readonly VersionPackage[]> {
  const rows = await db
    .selectFrom('version_package as p')
    .innerJoin('package as k', 'k.sha256', 'p.sha256')
    .innerJoin('version as v', 'v.extension_version_id', 'p.extension_version_id')
    .leftJoin('quarantined_package as q', 'q.sha256', 'p.sha256')
    .leftJoin('analysis as a', (join) =>
      join
        .onRef('a.extension_version_id', '=', 'p.extension_version_id')
        .onRef('a.package_sha256', '=', 'p.sha256')
        .on('a.state', '=', 'completed')
        .on('a.superseded_at', 'is', null),
    )
    .select(['p.sha256', 'p.origin', 'k.format', 'k.size_bytes as sizeBytes'])
    .select([
      sql<boolean>`p.sha256 = v.package_sha256`.as('isVersionPackage'),
      sql<boolean>`EXISTS (SELECT FROM package_account AS o
        WHERE o.extension_version_id = p.extension_version_id AND o.sha256 = p.sha256
          AND o.account_id = ${accountId})`.as('isOwn'),
      'p.created_at as createdAt',
      'q.reason as quarantineReason',
      sql<number | null>`coalesce(a.risk_score, p.risk_score)`.as('riskScore'),
      sql<RiskLevel | null>`coalesce(a.risk_level, p.risk_level)`.as('riskLevel'),
      sql<Classification | null>`coalesce(a.classification, p.classification)`.as('classification'),
      sql<number | null>`coalesce(a.risk_order, p.risk_order)`.as('riskOrder'),
      sql<string | null>`coalesce(a.headline, p.headline)`.as('headline'),
      sql<string | null>`coalesce(a.ruleset_hash, p.ruleset_hash)`.as('rulesetHash'),
      sql<Date | null>`coalesce(a.finished_at, p.analyzed_at)`.as('analyzedAt'),
    ])
    .where('p.extension_version_id', '=', versionId)
    .orderBy(sql`(p.sha256 = v.package_sha256)`, 'desc')
    .orderBy(originRank('p.origin'), 'desc')
    .orderBy('p.created_at')
    .orderBy('p.sha256')
    .execute();
  return rows.map(
    ({ riskScore, riskLevel, classification, analyzedAt, riskOrder, headline, ...rest }) => {
      const { rulesetHash, ...claim } = rest;
      const isJudged =
        riskScore !== null && riskLevel !== null && classification !== null && analyzedAt !== null;
      if (!isJudged) return { ...claim, verdict: undefined };
      const risk = { riskScore, riskLevel, classification, riskOrder, headline, analyzedAt };
      return { ...claim, verdict: { ...risk, isOutdated: isOutdated(rulesetHash) } };
    },
  );
}

/** Which packages claim a version, for the audit of one of them; `undefined` when that one does not. */
export async function findClaims(
  db: Database,
  versionId: string,
  sha256: string,
): Promise<VersionClaims | undefined> {
  const claims = await db
    .selectFrom('version_package as p')
    .select(['p.sha256', 'p.origin'])
    .where('p.extension_version_id', '=', versionId)
    .orderBy(originRank('p.origin'), 'desc')
    .orderBy('p.sha256')
    .execute();
  const own = claims.find((claim) => claim.sha256 === sha256);
  return own && { origin: own.origin, others: claims.filter((claim) => claim !== own) };
}

/** A package that is not its version's, and that nobody has audited. */
export interface UnjudgedPackage {
  readonly versionId: string;
  readonly sha256: string;
}

export async function listUnjudgedPackages(
  trx: DatabaseTransaction,
  versionId: string,
): Promise<readonly UnjudgedPackage[]> {
  return trx
    .selectFrom('version_package as p')
    .innerJoin('version as v', 'v.extension_version_id', 'p.extension_version_id')
    .select(['p.extension_version_id as versionId', 'p.sha256'])
    .where('p.extension_version_id', '=', versionId)
    .where('p.analyzed_at', 'is', null)
    .where(sql<boolean>`p.sha256 IS DISTINCT FROM v.package_sha256`)
    .execute();
}

/** Nothing is kept where the package is gone or in quarantine; where it has become its version's, the version is to be audited. */
export async function savePackageVerdict(
  db: Database,
  { versionId, sha256 }: UnjudgedPackage,
  report: SecurityReport,
  analyzedAt: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ofVersion = trx.selectFrom('version').where('extension_version_id', '=', versionId);
    const version = await ofVersion.select('extension_id').executeTakeFirst();
    if (!version) return;
    await lockExtensionPackages(trx, version.extension_id);
    if ((await lockQuarantineReason(trx, sha256)) !== undefined) return;
    await trx
      .updateTable('version_package')
      .set({
        risk_score: report.risk_score,
        risk_level: report.risk_level,
        classification: report.classification,
        risk_order: report.risk_order,
        headline: report.headline,
        ruleset_hash: report.ruleset_hash,
        analyzed_at: analyzedAt,
      })
      .where('extension_version_id', '=', versionId)
      .where('sha256', '=', sha256)
      .execute();
    const now = await ofVersion.select('package_sha256').executeTakeFirst();
    if (now?.package_sha256 === sha256) await markDueAudit(trx, versionId);
  });
}
