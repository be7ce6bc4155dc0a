import type { DataOf, operations } from '@extaudit/contract';
import { aboutOf } from '../../domain/decision/decision-state.ts';
import type { DecidedVerdict } from '../../domain/decision/weigh-extensions.ts';
import type { ExtensionDetail } from '../../storage/catalogue/extension.ts';
import type { ExtensionSummary, ShownRisk } from '../../storage/catalogue/extension-summary.ts';

export type SummaryData = DataOf<typeof operations.listExtensions, 200>;
export type DetailData = DataOf<typeof operations.getExtension, 200>;

/**
 * An extension as lists show it, with what is kept of the verdict on its current version.
 * @param decided what the account's decisions make of it; absent where none concerns it
 */
export function summaryData(extension: ExtensionSummary, decided?: DecidedVerdict): SummaryData {
  const unknown = new Set(extension.unknownFields);
  return {
    ...plainData(extension),
    ...verdictData(extension.risk, decided),
    unknown_fields: summaryFields.filter((field) => unknown.has(field)),
  };
}

/** Of `unknown_fields`, those that lists show. */
const summaryFields = [
  'category',
  'description',
  'is_trusted_publisher',
  'name',
  'rating_count',
  'rating_value',
  'status',
  'user_count',
] as const;

function plainData(extension: ExtensionSummary) {
  return {
    extension_id: extension.extensionId,
    gecko_id: extension.geckoId,
    name: extension.name,
    description: extension.description,
    version: extension.version,
    status: extension.status,
    user_count: extension.userCount,
    rating_value: extension.ratingValue,
    rating_count: extension.ratingCount,
    category: extension.category,
    is_trusted_publisher: extension.isTrustedPublisher,
    last_update: extension.lastUpdate.toISOString(),
    audit_state: extension.auditState,
  };
}

/** An extension as its own page shows it; while nobody knows the publisher, as after an upload, its object is empty. */
export function detailData(
  extension: ExtensionDetail,
  verdict: ShownRisk | undefined,
  decided?: DecidedVerdict,
): DetailData {
  const { publisher } = extension;
  return {
    ...plainData(extension),
    ...verdictData(verdict, decided),
    by_google: extension.byGoogle,
    is_featured: extension.isFeatured,
    payment_type: extension.paymentType,
    publisher_id: extension.publisherId ?? '',
    extension_publishers: {
      publisher_id: publisher?.publisherId ?? '',
      author: publisher?.author ?? '',
      total_extensions: publisher?.totalExtensions ?? 0,
      active_extensions: publisher?.activeExtensions ?? 0,
      risk_level: publisher?.riskLevel ?? 'unknown',
    },
    extension_versions: extension.versions.map((version) => ({
      extension_version_id: version.versionId,
      version: version.version,
      size: version.sizeBytes,
      created_at: version.createdAt.toISOString(),
    })),
    extension_media: mediaData(extension),
    unknown_fields: extension.unknownFields,
  };
}

/** Raw and effective side by side. */
export function verdictData(verdict: ShownRisk | undefined, decided: DecidedVerdict | undefined) {
  const risk = riskData(verdict);
  const effective = decided?.effective;
  return {
    risk,
    effective_risk:
      risk && effective
        ? {
            score: effective.riskScore,
            order: effective.riskOrder,
            level: effective.riskLevel,
            classification: effective.classification,
            headline: effective.headline,
            analyzed_at: risk.analyzed_at,
            is_outdated: risk.is_outdated,
          }
        : risk,
    decisions: decisionsInShort(decided),
  };
}

export function decisionsInShort(decided: DecidedVerdict | undefined): SummaryData['decisions'] {
  return (decided?.decisions ?? []).map((decision) => ({
    id: decision.decisionId,
    action: decision.action,
    about: aboutOf(decision),
  }));
}

function riskData(verdict: ShownRisk | undefined): SummaryData['risk'] {
  if (!verdict) return null;
  const { riskScore: score, riskOrder: order, riskLevel: level, classification } = verdict;
  return {
    score,
    order,
    level,
    classification,
    headline: verdict.headline,
    analyzed_at: verdict.analyzedAt.toISOString(),
    is_outdated: verdict.isOutdated,
  };
}

/** What the store tells, else the icon in the package. */
function mediaData({ extensionId, media, packageIcon }: ExtensionDetail) {
  if (media.length > 0 || !packageIcon) {
    return media.map(({ type, url }) => ({ type, media_url: url }));
  }
  const { version, path } = packageIcon;
  const file = `/api/v1/extensions/${extensionId}/versions/${encodeURIComponent(version)}/file`;
  const query = new URLSearchParams({ path, format: 'bytes' });
  return [{ type: 'icon', media_url: `${file}?${query.toString()}` }];
}
