import { accountsOf, type TokenScope } from './account-tables.ts';
import type { Database } from './database.ts';
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
  readonly secretSha256: Buffer;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt: Date | null;
}

export async function insertApiToken(db: Database, token: NewApiToken): Promise<void> {
  await accountsOf(db)
    .insertInto('api_token')
    .values({
      token_id: token.tokenId,
      secret_sha256: token.secretSha256,
      member_id: token.memberId,
      name: token.name,
      scopes: [...token.scopes],
      expires_at: token.expiresAt,
    })
    .execute();
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
