import type { Classification, RiskLevel } from '@extaudit/engine/vocabulary';
import type { AuditState, ExtensionStatus } from '../database/tables.ts';

/** The specification's extension summary, with what is kept of the verdict. */
export interface ExtensionSummary {
  readonly extensionId: string;
  /** Of a Firefox add-on. */
  readonly geckoId: string | null;
  readonly name: string;
  readonly description: string;
  /** Current version. */
  readonly version: string;
  readonly status: ExtensionStatus;
  readonly userCount: number;
  readonly ratingValue: number;
  readonly ratingCount: number;
  readonly category: string;
  readonly isTrustedPublisher: boolean;
  readonly lastUpdate: Date;
  /** The specification's names of fields that nobody told; what stands for them keeps their type. */
  readonly unknownFields: readonly string[];
  /** Of the current version; of an extension whose package was not seen, what is known of its id. */
  readonly risk: ShownRisk | undefined;
  /** Of the current version. */
  readonly auditState: AuditState;
}

/** A verdict as lists show it. */
export interface ShownRisk {
  readonly riskScore: number;
  /** Null in reports of the first scale, as the headline. */
  readonly riskOrder: number | null;
  readonly riskLevel: RiskLevel;
  readonly classification: Classification;
  readonly headline: string | null;
  readonly analyzedAt: Date;
  /** Whether another rule set has given it than the one of now. */
  readonly isOutdated: boolean;
}

export const summaryColumns = [
  'extension.extension_id as extensionId',
  'extension.gecko_id as geckoId',
  'extension.name',
  'extension.description',
  'extension.version',
  'extension.status',
  'extension.user_count as userCount',
  'extension.rating_value as ratingValue',
  'extension.rating_count as ratingCount',
  'extension.category',
  'extension.is_trusted_publisher as isTrustedPublisher',
  'extension.last_update as lastUpdate',
  'extension.unknown_fields as unknownFields',
  'extension.audit_state as auditState',
  'extension.risk_score as currentScore',
  'extension.verdict_score as riskScore',
  'extension.verdict_order as riskOrder',
  'extension.risk_level as riskLevel',
  'extension.classification',
  'extension.headline',
  'extension.analyzed_at as analyzedAt',
] as const;

/** A row of `summaryColumns`. */
export interface SummaryRow extends Omit<ExtensionSummary, 'risk'> {
  readonly currentScore: number | null;
  readonly riskScore: number | null;
  readonly riskOrder: number | null;
  readonly riskLevel: RiskLevel | null;
  readonly classification: Classification | null;
  readonly headline: string | null;
  readonly analyzedAt: Date | null;
}

export function toSummary(row: SummaryRow): ExtensionSummary {
  const { currentScore, riskScore, riskOrder, riskLevel, classification, ...rest } = row;
  const { headline, analyzedAt, ...summary } = rest;
  const isJudged =
    riskScore !== null && riskLevel !== null && classification !== null && analyzedAt !== null;
  const isOutdated = currentScore === null;
  const risk = isJudged
    ? { riskScore, riskOrder, riskLevel, classification, headline, analyzedAt, isOutdated }
    : undefined;
  return { ...summary, risk };
}
