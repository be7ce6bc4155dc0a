import { sql } from 'kysely';
import type { JsonObject } from '@extaudit/engine';
import { accountsOf, type ActorKind } from '../database/account-tables.ts';
import { momentPart, uuidPart } from '../database/cursor.ts';
import { type CursorPage, type CursorPageRequest, readPage } from '../database/cursor-page.ts';
import type { Database } from '../database/database.ts';
import { jsonText } from '../database/storable-text.ts';

export interface AuditEntry {
  /** UUID v7. */
  readonly entryId: string;
  readonly accountId: string;
  readonly action: string;
  readonly actorKind: ActorKind;
  readonly memberId: string | null;
  readonly email: string | null;
  readonly tokenId: string | null;
  readonly tokenName: string | null;
  readonly address: string | null;
  readonly subjectKind: string;
  readonly subjectId: string | null;
  /** As it was then. */
  readonly subjectName: string;
  readonly details: JsonObject;
  readonly createdAt: Date;
}

export interface AuditFilter {
  readonly accountId: string;
  readonly action?: string | undefined;
  /** A member's id or e-mail address, or a token's id. */
  readonly actor?: string | undefined;
  /** Both inclusive. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

export async function insertAuditEntry(db: Database, entry: AuditEntry): Promise<void> {
  await accountsOf(db)
    .insertInto('audit_entry')
    .values({
      entry_id: entry.entryId,
      account_id: entry.accountId,
      action: entry.action,
      actor_kind: entry.actorKind,
      member_id: entry.memberId,
      email: entry.email,
      token_id: entry.tokenId,
      token_name: entry.tokenName,
      address: entry.address,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      subject_name: entry.subjectName,
      details: jsonText(entry.details),
      created_at: entry.createdAt,
    })
    .execute();
}

/**
 * Does nothing where no member has the e-mail address. Takes the same way and does not wait for the disk in either
 * case, so that the time does not tell which.
 */
export async function insertFailedSignIn(
  db: Database,
  failure: {
    readonly entryId: string;
    readonly action: string;
    readonly email: string;
    readonly address: string | null;
    readonly createdAt: Date;
  },
): Promise<void> {
  const { entryId, action, email, address, createdAt } = failure;
  await db.transaction().execute(async (trx) => {
    await sql`SET LOCAL synchronous_commit TO off`.execute(trx);
    await sql`
      INSERT INTO audit_entry (entry_id, account_id, action, actor_kind, address, subject_kind,
        subject_id, subject_name, details, created_at)
      SELECT ${entryId}, account_id, ${action}, 'unknown', ${address}, 'member',
        member_id::text, email, '{}', ${createdAt}
      FROM member WHERE email = ${email}
    `.execute(trx);
  });
}

/** The newest first. @throws Refusal where `after` is no cursor of the trail */
export async function listAuditEntries(
  db: Database,
  filter: AuditFilter,
  page: CursorPageRequest,
): Promise<CursorPage<AuditEntry>> {
  const matching = entriesOf(db, filter);
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const parts = [momentPart(sql`created_at`), uuidPart(sql`entry_id`)];
  const found = await readPage(
    matching.select([
      'entry_id as entryId',
      'account_id as accountId',
      'action',
      'actor_kind as actorKind',
      'member_id as memberId',
      'email',
      'token_id as tokenId',
      'token_name as tokenName',
      'address',
      'subject_kind as subjectKind',
      'subject_id as subjectId',
      'subject_name as subjectName',
      'details',
      'created_at as createdAt',
    ]),
    { list: 'audit trail', parts, order: 'desc' },
    page,
  );
  return { ...found, totalCount: total };
}

/** Forgets those that are older. */
export async function deleteAuditEntries(db: Database, before: Date): Promise<void> {
  await accountsOf(db).deleteFrom('audit_entry').where('created_at', '<', before).execute();
}

function entriesOf(db: Database, { accountId, action, actor, since, until }: AuditFilter) {
  let entries = accountsOf(db).selectFrom('audit_entry').where('account_id', '=', accountId);
  if (action !== undefined) entries = entries.where('action', '=', action);
  if (since) entries = entries.where('created_at', '>=', since);
  if (until) entries = entries.where('created_at', '<=', until);
  if (actor === undefined) return entries;
  return entries.where((where) =>
    where.or([
      where(where.cast<string>('member_id', 'text'), '=', actor.toLowerCase()),
      where('email', '=', actor.toLowerCase()),
      where('token_id', '=', actor),
    ]),
  );
}
