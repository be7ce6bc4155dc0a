import type { DataOf, operations } from '@extaudit/contract';
import type { Caller } from '../../domain/auth/caller.ts';

export type SessionData = DataOf<typeof operations.getSession, 200>;

/** A session as the API shows it. */
export function sessionData(caller: Omit<Caller, 'sessionId'>): SessionData {
  return {
    account_id: caller.accountId,
    member_id: caller.memberId,
    email: caller.email,
    role: caller.role,
    scopes: [...caller.scopes],
    ...(caller.expiresAt && { expires_at: caller.expiresAt.toISOString() }),
  };
}
