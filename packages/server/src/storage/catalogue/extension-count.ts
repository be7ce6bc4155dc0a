import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { storableText } from '../database/storable-text.ts';
import type { ExtensionFilters } from './extension-filters.ts';

type Field = Exclude<keyof ExtensionFilters, 'lookups'>;

/** What is counted as it comes and goes: by the kind of the extension, and by its verdict. */
const keptCounts: readonly { readonly table: string; readonly fields: readonly Field[] }[] = [
  { table: 'extension_count', fields: ['status', 'category', 'itemCategory', 'paymentType'] },
  {
    table: 'extension_verdict_count',
    fields: ['auditState', 'riskLevel', 'classification', 'scoreMin'],
  },
];

const columns: Partial<Record<Field, string>> = {
  status: 'status',
  category: 'category',
  itemCategory: 'item_category',
  paymentType: 'payment_type',
  auditState: 'audit_state',
  riskLevel: 'risk_level',
  classification: 'classification',
};

/**
 * How many extensions match, exactly, without counting them.
 * @param filters without those that filter nothing
 * @returns `undefined` where no kept count tells extensions apart by all of them
 */
export async function countExtensionsOfKind(
  db: Database,
  { lookups = [], ...filters }: ExtensionFilters,
): Promise<number | undefined> {
  const asked = Object.entries(filters) as [Field, string | number | undefined][];
  const known = asked.flatMap(([field, value]) => (value === undefined ? [] : [{ field, value }]));
  const [lookup] = lookups;
  if (lookup) {
    return lookup.isExact && lookups.length + known.length === 1 ? lookup.extensions : undefined;
  }
  const kept = keptCounts.find(({ fields }) => known.every(({ field }) => fields.includes(field)));
  if (!kept) return undefined;
  const conditions = known.map(({ field, value }) => conditionOn(field, value));
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(extensions), 0)::bigint AS total FROM ${sql.table(kept.table)}
    WHERE ${sql.join([sql`true`, ...conditions], sql` AND `)}`.execute(db);
  return rows[0]?.total;
}

function conditionOn(field: Field, value: string | number): RawBuilder<boolean> {
  if (typeof value === 'number') return sql`verdict_score >= ${value}`;
  const column = sql.ref(columns[field] ?? field);
  const isUnknown = value === 'unknown' && (field === 'riskLevel' || field === 'classification');
  return isUnknown ? sql`${column} IS NULL` : sql`${column} = ${storableText(value)}`;
}
