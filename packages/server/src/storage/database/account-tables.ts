import type { JsonObject } from '@extaudit/engine';
import type { ColumnType, Generated } from 'kysely';
import type { Database } from './database.ts';

/** The tables of `0002_accounts.sql` and `0006_members.sql`. Types, not interfaces, because Kysely wants an index signature of tables that join later. */
export type AccountTables = {
  account: AccountTable;
  member: MemberTable;
  session: SessionTable;
  api_token: ApiTokenTable;
  setup_code: SetupCodeTable;
  webhook_secret: WebhookSecretTable;
  callback: CallbackTable;
  invitation: InvitationTable;
  audit_entry: AuditEntryTable;
  known_browser: KnownBrowserTable;
  known_network: KnownNetworkTable;
  second_factor: SecondFactorTable;
  recovery_code: RecoveryCodeTable;
  member_identity: MemberIdentityTable;
  sign_in_attempt: SignInAttemptTable;
  password_reset: PasswordResetTable;
};

export type MemberRole = 'viewer' | 'analyst' | 'owner';
export type TokenScope = 'read' | 'write' | 'manage';

/** The same connection, seen with the tables of accounts. */
export function accountsOf(db: Database) {
  return db.withTables<AccountTables>();
}

type CreatedAt = ColumnType<Date, Date | undefined, never>;

type AccountTable = {
  account_id: string;
  name: string;
  created_at: CreatedAt;
};

type MemberTable = {
  member_id: string;
  account_id: string;
  email: string;
  role: MemberRole;
  /** Empty until an invitation is accepted. */
  password_hash: string;
  created_at: CreatedAt;
};

type SessionTable = {
  session_id: string;
  secret_sha256: Buffer;
  member_id: string;
  created_at: CreatedAt;
  expires_at: Date;
  is_fixed: Generated<boolean>;
};

type ApiTokenTable = {
  token_id: string;
  secret_sha256: Buffer;
  member_id: string;
  name: string;
  scopes: TokenScope[];
  created_at: CreatedAt;
  expires_at: Date | null;
};

type SetupCodeTable = {
  only_one: Generated<boolean>;
  code_sha256: Buffer;
  expires_at: Date;
};

type InvitationTable = {
  member_id: string;
  code_sha256: Buffer;
  expires_at: Date;
};

export type ActorKind = 'member' | 'token' | 'command_line' | 'service' | 'unknown';

/** `0016_audit_trail.sql` */
type AuditEntryTable = {
  entry_id: string;
  account_id: string;
  action: string;
  actor_kind: ActorKind;
  member_id: string | null;
  email: string | null;
  token_id: string | null;
  token_name: string | null;
  address: string | null;
  subject_kind: string;
  subject_id: string | null;
  subject_name: string;
  /** Written as JSON text, read parsed. */
  details: ColumnType<JsonObject, string, never>;
  created_at: Date;
};

/** `0017_known_places.sql` */
type KnownBrowserTable = {
  browser_id: string;
  secret_sha256: Buffer;
  member_id: string;
  signed_in_at: Date;
};

type KnownNetworkTable = {
  member_id: string;
  network: string;
  signed_in_at: Date;
};

/** `0070_second_factor.sql` */
type SecondFactorTable = {
  member_id: string;
  sealed_secret: Buffer;
  enabled_at: Date | null;
  last_step: ColumnType<number, number | undefined, number>;
  created_at: Date;
};

type RecoveryCodeTable = {
  member_id: string;
  code_sha256: Buffer;
};

/** `0066_openid.sql` */
type MemberIdentityTable = {
  issuer: string;
  subject: string;
  member_id: string;
  linked_at: Date;
};

type SignInAttemptTable = {
  attempt_id: string;
  secret_sha256: Buffer;
  expires_at: Date;
};

/** `0067_password_reset.sql` */
type PasswordResetTable = {
  member_id: string;
  code_sha256: Buffer;
  expires_at: Date;
};

/** `0004_webhook_secret.sql` */
type WebhookSecretTable = {
  secret_sha256: Buffer;
  account_id: string;
  sealed_secret: Buffer;
  created_at: Date;
  expires_at: Date | null;
};

type CallbackTable = {
  callback_id: string;
  analysis_id: string;
  account_id: string;
  url: string;
  state: Generated<'waiting' | 'pending' | 'delivered' | 'exhausted'>;
  body: Buffer | null;
  attempts: Generated<number>;
  last_status: number | null;
  last_problem: string | null;
  last_answer: Buffer | null;
  created_at: CreatedAt;
  finished_at: Date | null;
};
