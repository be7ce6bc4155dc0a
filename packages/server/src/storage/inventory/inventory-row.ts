import type { Classification, RiskLevel } from '@extaudit/engine/vocabulary';
import { sql, type RawBuilder } from 'kysely';
import {
  integerPart,
  isBehind,
  numberPart,
  placeOf,
  readCursor,
  textPart,
  cursorBehind,
} from '../database/cursor.ts';
import type { Database } from '../database/database.ts';
import { likePattern, offsetOf, type PageRequest } from '../database/page.ts';
import type { AuditState } from '../database/tables.ts';
import { storableText } from '../database/storable-text.ts';
import { isOutdated } from '../database/outdated.ts';
import type { ShownRisk } from '../catalogue/extension-summary.ts';

/** An extension of an inventory, with what is known of it. */
export interface InventoryRow {
  readonly extensionId: string;
  readonly geckoId: string | null;
  /** As the catalogue has it, else as the source does. */
  readonly name: string | null;
  /** Absent where the catalogue does not have the extension. */
  readonly currentVersion: string | null;
  readonly auditState: AuditState | null;
  /** Of the catalogue; else of the manifest that the source has shown. */
  readonly risk: ShownRisk | undefined;
  readonly isManifestRisk: boolean;
  readonly hasManifest: boolean;
  readonly manifestProblem: string | null;
  readonly isListedMalicious: boolean;
  /** Of the last time that the account had it fetched. */
  readonly fetch:
    | { readonly state: string; readonly code: string | null; readonly problem: string | null }
    | undefined;
  readonly machines: number;
  readonly disabledMachines: number;
  readonly users: number;
  readonly browsers: readonly string[];
  readonly installTypes: readonly string[];
  /** By how many machines have them; an unknown version is the empty one. */
  readonly versions: readonly { readonly version: string; readonly machines: number }[];
}

export interface RowFilters {
  readonly search?: string | undefined;
  readonly riskLevel?: RiskLevel | 'unknown' | undefined;
  readonly extensionIds?: readonly string[] | undefined;
}

export type RowSort = keyof typeof sortParts;

/**
 * The riskiest first, or those on most machines; ties by id, so that pages neither repeat nor skip. What nobody has judged
 * is below all that somebody has.
 * @throws Refusal where `after` is no cursor of a list in this order
 */
export async function listInventoryRows(
  db: Database,
  inventoryId: string,
  filters: RowFilters,
  by: RowSort,
  page: PageRequest & { readonly after?: string | undefined },
): Promise<{
  readonly items: readonly InventoryRow[];
  readonly totalCount: number;
  readonly next: string | null;
}> {
  const parts = sortParts[by];
  const list = `inventory rows ${inventoryId} ${by}`;
  const behind =
    page.after === undefined
      ? sql`true`
      : isBehind(parts, 'desc', readCursor(page.after, list, parts));
  const matching = sql`${judgedRows(inventoryId)} SELECT * FROM judged WHERE ${conditionOf(filters)}`;
  const sorted = sql.join(parts.map(({ expression }) => sql`${expression} DESC`));
  const [{ rows }, counted] = await Promise.all([
    sql<JudgedRow & { place: string }>`
      SELECT r.*, f.state AS fetch_state, f.code AS fetch_code, f.problem AS fetch_problem FROM (
        SELECT *, ${placeOf(parts)} AS place FROM (${matching}) AS r WHERE ${behind} ORDER BY ${sorted}
        LIMIT ${page.pageSize + 1} OFFSET ${page.after === undefined ? offsetOf(page) : 0}
      ) AS r
      LEFT JOIN LATERAL (SELECT state, code, problem FROM store_fetch AS each
        WHERE each.account_id = (SELECT account_id FROM inventory WHERE inventory_id = ${inventoryId})
          AND each.extension_id = r.extension_id ORDER BY created_at DESC, fetch_id DESC LIMIT 1) AS f ON true
      ORDER BY ${sorted}`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total FROM (${matching}) AS r`.execute(db),
  ]);
  const shown = rows.slice(0, page.pageSize);
  const last = shown.at(-1);
  return {
    items: shown.map(toRow),
    totalCount: counted.rows[0]?.total ?? 0,
    next: rows.length > shown.length && last ? cursorBehind(list, last.place) : null,
  };
}

/** How many extensions of each level there are; `unknown` without a verdict. */
export async function countInventoryLevels(
  db: Database,
  inventoryId: string,
): Promise<ReadonlyMap<RiskLevel | 'unknown', number>> {
  const { rows } = await sql<{ level: RiskLevel | 'unknown'; extensions: number }>`
    ${judgedRows(inventoryId)}
    SELECT coalesce(level, 'unknown') AS level, count(*) AS extensions FROM judged GROUP BY 1`.execute(
    db,
  );
  return new Map(rows.map(({ level, extensions }) => [level, extensions]));
}

/** The rank of what is malicious, and no points: see `risk_order`. */
const maliciousOrder = 20_000;

/**
 * What is known of an id goes before the grade of a manifest that a source has shown. The lists are asked here and not by
 * `is_listed`: PostgreSQL plans a function's query anew for each row, which of 80,000 extensions takes three seconds.
 */
function judgedRows(inventoryId: string): RawBuilder<unknown> {
  return sql`WITH known AS (
    SELECT i.extension_id, i.gecko_id, i.name, i.manifest IS NOT NULL AS has_manifest, i.manifest_problem,
      i.manifest_risk_score, i.manifest_risk_order, i.manifest_risk_level, i.manifest_classification,
      i.manifest_headline, i.manifest_judged_at, i.manifest_ruleset_hash, i.machines, i.disabled_machines, i.users,
      i.browsers, i.install_types, i.versions, e.name AS catalogue_name, e.version AS current_version,
      e.audit_state, e.risk_score AS current_score, e.verdict_score, e.verdict_order, e.risk_level, e.classification,
      e.headline, e.analyzed_at,
      e.verdict_score IS NULL AND EXISTS (SELECT FROM intelligence_entry AS listed WHERE listed.kind = 'extension_id'
        AND listed.value = i.extension_id AND listed.confidence <> 'low') AS is_listed_malicious
    FROM inventory_extension AS i LEFT JOIN extension AS e USING (extension_id)
    WHERE i.inventory_id = ${inventoryId}
  ), judged AS (
    SELECT *, CASE WHEN verdict_score IS NOT NULL THEN risk_level WHEN is_listed_malicious THEN 'critical'
        ELSE manifest_risk_level END AS level,
      coalesce(verdict_order, CASE WHEN verdict_score IS NOT NULL THEN 0 WHEN is_listed_malicious THEN ${maliciousOrder}
        ELSE manifest_risk_order END, -1) AS rank,
      coalesce(verdict_score, CASE WHEN is_listed_malicious THEN 100 ELSE manifest_risk_score END, -1) AS score
    FROM known
  )`;
}

function conditionOf({ search, riskLevel, extensionIds }: RowFilters): RawBuilder<unknown> {
  const conditions = [
    ...(riskLevel === undefined ? [] : [sql`coalesce(level, 'unknown') = ${riskLevel}`]),
    ...(extensionIds === undefined ? [] : [sql`extension_id = ANY(${extensionIds}::text[])`]),
    ...(search ?? '')
      .split(/\s+/u)
      .filter((word) => word !== '')
      .map((word) => {
        const pattern = likePattern(storableText(word).toLowerCase());
        return sql`concat_ws(' ', lower(catalogue_name), lower(name), extension_id, lower(gecko_id)) LIKE ${pattern}`;
      }),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

const sortParts = {
  risk: [
    integerPart(sql`score`),
    numberPart(sql`rank`),
    integerPart(sql`machines`),
    textPart(sql`extension_id`),
  ],
  machines: [
    integerPart(sql`machines`),
    integerPart(sql`score`),
    numberPart(sql`rank`),
    textPart(sql`extension_id`),
  ],
} as const;

interface JudgedRow {
  readonly extension_id: string;
  readonly gecko_id: string | null;
  readonly name: string | null;
  readonly catalogue_name: string | null;
  readonly current_version: string | null;
  readonly audit_state: AuditState | null;
  readonly current_score: number | null;
  readonly verdict_score: number | null;
  readonly verdict_order: number | null;
  readonly risk_level: RiskLevel | null;
  readonly classification: Classification | null;
  readonly headline: string | null;
  readonly analyzed_at: Date | null;
  readonly is_listed_malicious: boolean;
  readonly has_manifest: boolean;
  readonly manifest_risk_score: number | null;
  readonly manifest_risk_order: number | null;
  readonly manifest_risk_level: RiskLevel | null;
  readonly manifest_classification: Classification | null;
  readonly manifest_headline: string | null;
  readonly manifest_judged_at: Date | null;
  readonly manifest_ruleset_hash: string | null;
  readonly manifest_problem: string | null;
  readonly fetch_state: string | null;
  readonly fetch_code: string | null;
  readonly fetch_problem: string | null;
  readonly machines: number;
  readonly disabled_machines: number;
  readonly users: number;
  readonly browsers: readonly string[];
  readonly install_types: readonly string[];
  readonly versions: readonly { readonly version: string; readonly machines: number }[];
}

function toRow(row: JudgedRow): InventoryRow {
  const ofCatalogue = catalogueRisk(row);
  const ofManifest = ofCatalogue || row.is_listed_malicious ? undefined : manifestRisk(row);
  return {
    extensionId: row.extension_id,
    geckoId: row.gecko_id,
    name: row.catalogue_name ?? row.name,
    currentVersion: row.current_version,
    auditState: row.audit_state,
    risk: ofCatalogue ?? ofManifest,
    isManifestRisk: ofManifest !== undefined,
    hasManifest: row.has_manifest,
    manifestProblem: row.manifest_problem,
    isListedMalicious: row.is_listed_malicious,
    fetch:
      row.fetch_state === null
        ? undefined
        : { state: row.fetch_state, code: row.fetch_code, problem: row.fetch_problem },
    machines: row.machines,
    disabledMachines: row.disabled_machines,
    users: row.users,
    browsers: row.browsers,
    installTypes: row.install_types,
    versions: row.versions,
  };
}

function catalogueRisk(row: JudgedRow): ShownRisk | undefined {
  const {
    verdict_score: riskScore,
    risk_level: riskLevel,
    classification,
    analyzed_at: analyzedAt,
  } = row;
  if (riskScore === null || riskLevel === null || classification === null || analyzedAt === null)
    return undefined;
  return {
    riskScore,
    riskOrder: row.verdict_order,
    riskLevel,
    classification,
    headline: row.headline,
    analyzedAt,
    isOutdated: row.current_score === null,
  };
}

function manifestRisk(row: JudgedRow): ShownRisk | undefined {
  const { manifest_risk_score: riskScore, manifest_risk_level: riskLevel } = row;
  const { manifest_classification: classification, manifest_judged_at: analyzedAt } = row;
  if (riskScore === null || riskLevel === null || classification === null || analyzedAt === null)
    return undefined;
  return {
    riskScore,
    riskOrder: row.manifest_risk_order,
    riskLevel,
    classification,
    headline: row.manifest_headline,
    analyzedAt,
    isOutdated: isOutdated(row.manifest_ruleset_hash),
  };
}
