import { sql } from 'kysely';
import { accountsOf, type TokenScope } from '../database/account-tables.ts';
import { momentPart, textPart } from '../database/cursor.ts';
import { type CursorPage, type CursorPageRequest, readPage } from '../database/cursor-page.ts';
import type { Database } from '../database/database.ts';
import type { Member } from './member.ts';

export interface NewApiToken {
  readonly tokenId: string;
  readonly secretSha256: Buffer;
  readonly memberId: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt: Date | null;
}

export interface StoredApiToken extends Member {
  readonly name: string;
  readonly secretSha256: Buffer;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt: Date | null;
}

/** A token as the account's members see it. */
export interface ListedApiToken {
  readonly tokenId: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly memberId: string;
  readonly email: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** Whose tokens: one member's, or all of the account. */
export interface TokenHolders {
  readonly accountId: string;
  readonly memberId?: string | undefined;
}

/** @returns when it was made */
export async function insertApiToken(db: Database, token: NewApiToken): Promise<Date> {
  const { createdAt } = await accountsOf(db)
    .insertInto('api_token')
    .values({
      token_id: token.tokenId,
      secret_sha256: token.secretSha256,
      member_id: token.memberId,
      name: token.name,
      scopes: [...token.scopes],
      expires_at: token.expiresAt,
    })
    .returning('created_at as createdAt')
    .executeTakeFirstOrThrow();
  return createdAt;
}

/** The token with its member, unless it has expired. */
export async function findApiToken(
  db: Database,
  tokenId: string,
  now: Date,
): Promise<StoredApiToken | undefined> {
  return accountsOf(db)
    .selectFrom('api_token')
    .innerJoin('member', 'member.member_id', 'api_token.member_id')
    .select([
      'api_token.secret_sha256 as secretSha256',
      'api_token.name',
      'api_token.scopes',
      'api_token.expires_at as expiresAt',
      'member.member_id as memberId',
      'member.account_id as accountId',
      'member.email',
      'member.role',
    ])
    .where('api_token.token_id', '=', tokenId)
    .where((where) =>
      where.or([
        where('api_token.expires_at', 'is', null),
        where('api_token.expires_at', '>', now),
      ]),
    )
    .executeTakeFirst();
}

/** The newest first. @throws Refusal where `after` is no cursor of tokens */
export async function listApiTokens(
  db: Database,
  holders: TokenHolders,
  page: CursorPageRequest,
): Promise<CursorPage<ListedApiToken>> {
  const held = tokensOf(db, holders);
  const { total } = await held
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const parts = [momentPart(sql`api_token.created_at`), textPart(sql`api_token.token_id`)];
  const found = await readPage(
    held.select([
      'api_token.token_id as tokenId',
      'api_token.name',
      'api_token.scopes',
      'api_token.member_id as memberId',
      'member.email',
      'api_token.created_at as createdAt',
      'api_token.expires_at as expiresAt',
    ]),
    { list: 'tokens', parts, order: 'desc' },
    page,
  );
  return { ...found, totalCount: total };
}

export async function countApiTokens(db: Database, holders: TokenHolders): Promise<number> {
  const { total } = await tokensOf(db, holders)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** @returns the token's name, unless none of the holders had it */
export async function deleteApiToken(
  db: Database,
  holders: TokenHolders,
  tokenId: string,
): Promise<string | undefined> {
  const row = await accountsOf(db)
    .deleteFrom('api_token')
    .where('token_id', '=', tokenId)
    .where('token_id', 'in', tokensOf(db, holders).select('api_token.token_id'))
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

function tokensOf(db: Database, { accountId, memberId }: TokenHolders) {
  const held = accountsOf(db)
    .selectFrom('api_token')
    .innerJoin('member', 'member.member_id', 'api_token.member_id')
    .where('member.account_id', '=', accountId);
  return memberId === undefined ? held : held.where('member.member_id', '=', memberId);
}
