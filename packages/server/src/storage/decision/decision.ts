import type { Surface } from '@extaudit/engine';
import { sql } from 'kysely';
import { momentPart, uuidPart } from '../database/cursor.ts';
import { type CursorPage, type CursorPageRequest, readPage } from '../database/cursor-page.ts';
import type { Database, DatabaseTransaction } from '../database/database.ts';
import type { DecisionAction } from '../database/decision-tables.ts';
import { jsonText } from '../database/storable-text.ts';

/** What a decision is about; null where it does not say. */
interface DecisionSubject {
  readonly extensionId: string | null;
  readonly rule: string | null;
  readonly permission: string | null;
  readonly host: string | null;
  readonly flow: string | null;
  readonly gap: string | null;
  readonly receiver: string | null;
  readonly versions: string | null;
}

export interface StoredDecision extends DecisionSubject {
  readonly decisionId: string;
  readonly accountId: string;
  /** On whose machines it holds; null: for everyone. */
  readonly inventoryId: string | null;
  /** The name of that inventory. */
  readonly inventorySource: string | null;
  readonly action: DecisionAction;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it holds, `YYYY-MM-DD`, UTC. */
  readonly expires: string | null;
  readonly isUntilGain: boolean;
  readonly takenBackAt: Date | null;
  readonly takenBackBecause: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What was there when it was decided. */
export interface DecisionBase {
  readonly surface: Surface;
  readonly version: string;
  readonly rulesetHash: string;
}

export interface NewDecision extends Omit<
  StoredDecision,
  'inventorySource' | 'isUntilGain' | 'takenBackAt' | 'takenBackBecause' | 'updatedAt'
> {
  readonly base: DecisionBase | undefined;
}

/** Which decision, of the account that asks; another account's is as unknown as one that is not there. */
export interface DecisionKey {
  readonly accountId: string;
  readonly decisionId: string;
}

export interface DecisionFilter {
  readonly accountId: string;
  readonly extensionId?: string | undefined;
  readonly inventoryId?: string | undefined;
  readonly action?: DecisionAction | undefined;
  readonly state?: 'holding' | 'expired' | 'taken_back' | undefined;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
}

export async function insertDecision(
  trx: DatabaseTransaction,
  decision: NewDecision,
): Promise<StoredDecision> {
  const { base } = decision;
  return trx
    .insertInto('decision')
    .values({
      decision_id: decision.decisionId,
      account_id: decision.accountId,
      action: decision.action,
      extension_id: decision.extensionId,
      inventory_id: decision.inventoryId,
      rule: decision.rule,
      permission: decision.permission,
      host: decision.host,
      flow: decision.flow,
      gap: decision.gap,
      receiver: decision.receiver,
      versions: decision.versions,
      reason: decision.reason,
      owner: decision.owner,
      expires: decision.expires,
      base: base ? jsonText(base.surface) : null,
      base_version: base?.version ?? null,
      base_ruleset: base?.rulesetHash ?? null,
      created_at: decision.createdAt,
      updated_at: decision.createdAt,
    })
    .returning(decisionColumns)
    .executeTakeFirstOrThrow();
}

/** Those for the machines of one inventory, which go with it. */
export async function countDecisionsOfInventory(
  trx: DatabaseTransaction,
  inventoryId: string,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM decision WHERE inventory_id = ${inventoryId}`.execute(trx);
  return rows[0]?.total ?? 0;
}

/** Of one account, one transaction at a time, so that two at once cannot both be the last one, or the same. */
export async function lockDecisions(trx: DatabaseTransaction, accountId: string): Promise<void> {
  await sql`SELECT FROM account WHERE account_id = ${accountId} FOR NO KEY UPDATE`.execute(trx);
}

export async function countDecisions(trx: DatabaseTransaction, accountId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('decision')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** What says the same of the same where it holds. */
export type DecidedSame = Pick<
  StoredDecision,
  'accountId' | 'action' | 'inventoryId' | 'isUntilGain' | keyof DecisionSubject
>;

/** @param today `YYYY-MM-DD`, UTC @param butId the decision that is to become this one */
export async function findHoldingSame(
  trx: DatabaseTransaction,
  same: DecidedSame,
  today: string,
  butId?: string,
): Promise<StoredDecision | undefined> {
  const decisions = await decisionsOf(trx, {
    ...same,
    extensionId: undefined,
    inventoryId: undefined,
    state: 'holding',
    today,
  })
    .select(decisionColumns)
    .where(sql<boolean>`(extension_id, inventory_id, rule, permission, host, flow, gap, receiver, versions, base IS NOT NULL)
      IS NOT DISTINCT FROM (${same.extensionId}::text, ${same.inventoryId}::uuid, ${same.rule}::text, ${same.permission}::text,
        ${same.host}::text, ${same.flow}::text, ${same.gap}::text, ${same.receiver}::text, ${same.versions}::text,
        ${same.isUntilGain}::boolean)`)
    .where('decision_id', 'is distinct from', butId ?? null)
    .limit(1)
    .execute();
  return decisions[0];
}

/** The newest first. @throws Refusal where `after` is no cursor of decisions */
export async function listDecisions(
  db: Database,
  filter: DecisionFilter,
  page: CursorPageRequest,
): Promise<CursorPage<StoredDecision>> {
  const matching = decisionsOf(db, filter);
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const parts = [momentPart(sql`created_at`), uuidPart(sql`decision_id`)];
  const order = { list: 'decisions', parts, order: 'desc' } as const;
  return { ...(await readPage(matching.select(decisionColumns), order, page)), totalCount: total };
}

/** For whom decisions are asked for. */
export interface DecisionScope {
  readonly accountId: string;
  /** With those that hold on its machines only. */
  readonly inventoryId?: string | undefined;
}

/** All that were not taken back, the newest first; also those that have expired. */
export async function listStandingDecisions(
  db: Database,
  { accountId, inventoryId }: DecisionScope,
): Promise<readonly StoredDecision[]> {
  return standingDecisions(db, accountId)
    .where((where) =>
      where.or([
        where('inventory_id', 'is', null),
        ...(inventoryId === undefined ? [] : [where('inventory_id', '=', inventoryId)]),
      ]),
    )
    .execute();
}

/** The same with those for the machines of any inventory. */
export async function listStandingOfGroups(
  db: Database,
  accountId: string,
): Promise<readonly StoredDecision[]> {
  return standingDecisions(db, accountId).execute();
}

function standingDecisions(db: Database, accountId: string) {
  return db
    .selectFrom('decision')
    .select(decisionColumns)
    .where('account_id', '=', accountId)
    .where('taken_back_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('decision_id', 'desc');
}

/** Those of the account that are still there, in no order. */
export async function listDecisionsByIds(
  db: Database,
  accountId: string,
  decisionIds: readonly string[],
): Promise<readonly StoredDecision[]> {
  return db
    .selectFrom('decision')
    .select(decisionColumns)
    .where('account_id', '=', accountId)
    .where('decision_id', '=', sql<string>`ANY(${decisionIds}::uuid[])`)
    .execute();
}

export async function findDecision(
  db: Database,
  { accountId, decisionId }: DecisionKey,
): Promise<StoredDecision | undefined> {
  return db
    .selectFrom('decision')
    .select(decisionColumns)
    .where('decision_id', '=', decisionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Holds it for the transaction. */
export async function lockDecision(
  trx: DatabaseTransaction,
  { accountId, decisionId }: DecisionKey,
): Promise<StoredDecision | undefined> {
  return trx
    .selectFrom('decision')
    .select(decisionColumns)
    .where('decision_id', '=', decisionId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst();
}

/** Another last day is told again when it has passed. @returns the decision as it is now */
export async function updateDecision(
  trx: DatabaseTransaction,
  decisionId: string,
  change: Pick<StoredDecision, 'reason' | 'owner' | 'expires' | 'versions' | 'updatedAt'>,
): Promise<StoredDecision> {
  const { reason, owner, expires, versions, updatedAt } = change;
  return trx
    .updateTable('decision')
    .set({
      reason,
      owner,
      expires,
      versions,
      updated_at: updatedAt,
      expiry_told_at: sql<Date | null>`CASE WHEN expires IS NOT DISTINCT FROM ${expires}::date THEN expiry_told_at END`,
    })
    .where('decision_id', '=', decisionId)
    .returning(decisionColumns)
    .executeTakeFirstOrThrow();
}

/** @returns what it was, unless the account has none */
export async function deleteDecision(
  trx: DatabaseTransaction,
  { accountId, decisionId }: DecisionKey,
): Promise<StoredDecision | undefined> {
  return trx
    .deleteFrom('decision')
    .where('decision_id', '=', decisionId)
    .where('account_id', '=', accountId)
    .returning(decisionColumns)
    .executeTakeFirst();
}

export const decisionColumns = [
  'decision_id as decisionId',
  'account_id as accountId',
  'action',
  'extension_id as extensionId',
  'inventory_id as inventoryId',
  sql<
    string | null
  >`(SELECT source FROM inventory WHERE inventory.inventory_id = decision.inventory_id)`.as(
    'inventorySource',
  ),
  'rule',
  'permission',
  'host',
  'flow',
  'gap',
  'receiver',
  'versions',
  'reason',
  'owner',
  sql<string | null>`to_char(expires, 'YYYY-MM-DD')`.as('expires'),
  sql<boolean>`base IS NOT NULL`.as('isUntilGain'),
  'taken_back_at as takenBackAt',
  'taken_back_because as takenBackBecause',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

function decisionsOf(db: Database, filter: DecisionFilter) {
  const { accountId, extensionId, inventoryId, action, state, today } = filter;
  let found = db.selectFrom('decision').where('account_id', '=', accountId);
  if (extensionId !== undefined) found = found.where('extension_id', '=', extensionId);
  if (inventoryId !== undefined) found = found.where('inventory_id', '=', inventoryId);
  if (action !== undefined) found = found.where('action', '=', action);
  if (state === 'taken_back') return found.where('taken_back_at', 'is not', null);
  if (state === undefined) return found;
  const isExpired = sql<boolean>`coalesce(expires < ${today}::date, false)`;
  return found.where('taken_back_at', 'is', null).where(isExpired, '=', state === 'expired');
}
