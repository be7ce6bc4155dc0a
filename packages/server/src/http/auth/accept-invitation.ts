import { operations } from '@extaudit/contract';
import { acceptInvitation as accept } from '../../domain/auth/accept-invitation.ts';
import { scopesOf } from '../../domain/auth/caller.ts';
import { openSession } from '../../domain/auth/open-session.ts';
import { answer, route } from '../route.ts';
import { sessionData } from './session-data.ts';

export const acceptInvitation = route(
  operations.acceptInvitation,
  async ({ body }, { db, now }) => {
    const member = await accept(db, body, now());
    const { token, expiresAt } = await openSession(db, member.memberId, now());
    const data = sessionData({ ...member, scopes: scopesOf(member.role), expiresAt });
    return { ...answer(201, data), sessionCookie: { token, expiresAt } };
  },
);
