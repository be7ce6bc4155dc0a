import type { Classification, RiskLevel } from '@extaudit/engine/vocabulary';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { likePattern } from '../database/page.ts';
import { storableText } from '../database/storable-text.ts';
import type { AuditState, ExtensionStatus, PaymentType, Tables } from '../database/tables.ts';

/** Which extensions of the catalogue are asked for; all of the filters hold together. */
export interface ExtensionFilters {
  /** Words, each of which stands somewhere in name, description or publisher, in any case, or is the id. */
  readonly search?: string | undefined;
  readonly status?: ExtensionStatus | undefined;
  readonly category?: string | undefined;
  readonly itemCategory?: string | undefined;
  readonly paymentType?: PaymentType | undefined;
  readonly publisherId?: string | undefined;
  /** `unknown`: without a verdict. */
  readonly riskLevel?: RiskLevel | 'unknown' | undefined;
  readonly classification?: Classification | 'unknown' | undefined;
  readonly auditState?: AuditState | undefined;
  /** Leaves out what has no verdict. */
  readonly scoreMin?: number | undefined;
  /** Asked for by the current version, as its manifest writes it. */
  readonly permission?: string | undefined;
}

type ExtensionQuery<Selected> = SelectQueryBuilder<Tables, 'extension', Selected>;

export function applyFilters<Selected>(
  query: ExtensionQuery<Selected>,
  filters: ExtensionFilters,
): ExtensionQuery<Selected> {
  return conditionsOf(filters).reduce((matching, condition) => matching.where(condition), query);
}

type Condition = RawBuilder<boolean>;

function conditionsOf(filters: ExtensionFilters): readonly Condition[] {
  const { search, riskLevel, classification, scoreMin, permission } = filters;
  return [
    ...wordsOf(search).map(wordCondition),
    ...equalities.flatMap(({ field, column }) => {
      const value = filters[field];
      return value === undefined
        ? []
        : [sql<boolean>`${sql.ref(`extension.${column}`)} = ${storableText(value)}`];
    }),
    // Both are unknown together; one index serves them.
    ...(riskLevel === 'unknown' || classification === 'unknown'
      ? [sql<boolean>`extension.risk_level IS NULL`]
      : []),
    ...(riskLevel === undefined || riskLevel === 'unknown'
      ? []
      : [sql<boolean>`extension.risk_level = ${riskLevel}`]),
    ...(classification === undefined || classification === 'unknown'
      ? []
      : [sql<boolean>`extension.classification = ${classification}`]),
    ...(scoreMin === undefined ? [] : [sql<boolean>`extension.verdict_score >= ${scoreMin}`]),
    ...(permission === undefined ? [] : [permissionCondition(permission)]),
  ];
}

const equalities = [
  { field: 'status', column: 'status' },
  { field: 'category', column: 'category' },
  { field: 'itemCategory', column: 'item_category' },
  { field: 'paymentType', column: 'payment_type' },
  { field: 'publisherId', column: 'publisher_id' },
  { field: 'auditState', column: 'audit_state' },
] as const;

/** In no order, each once. */
export function wordsOf(search: string | undefined): readonly string[] {
  return [...new Set(storableText(search ?? '').split(/\s+/u))].filter((word) => word !== '');
}

/** The service's ids are of this form; other words can be none. */
const idForm = /^[a-z0-9]{32}$/;

function wordCondition(word: string): Condition {
  const isInText = sql<boolean>`extension.search_text LIKE lower(${likePattern(word)})`;
  if (!idForm.test(word)) return isInText;
  return sql<boolean>`(${isInText} OR extension.extension_id = ${word})`;
}

function permissionCondition(permission: string): Condition {
  return sql<boolean>`EXISTS (SELECT FROM permission_set AS s
    WHERE s.permhash = extension.permhash AND s.permissions @> ARRAY[${storableText(permission)}])`;
}
