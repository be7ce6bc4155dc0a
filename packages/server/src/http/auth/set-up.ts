import { operations } from '@extaudit/contract';
import { scopesOf } from '../../domain/auth/caller.ts';
import { openSession } from '../../domain/auth/open-session.ts';
import { setUp as createFirstAccount } from '../../domain/auth/set-up.ts';
import { answer, route } from '../route.ts';
import { sessionData } from './session-data.ts';

export const setUp = route(operations.setUp, async ({ body }, { db, now }) => {
  const member = await createFirstAccount(db, body, now());
  const { token, expiresAt } = await openSession(db, member.memberId, now());
  const data = sessionData({ ...member, scopes: scopesOf(member.role), expiresAt });
  return { ...answer(201, data), sessionCookie: { token, expiresAt } };
});
