import { operations } from '@extaudit/contract';
import { scopesOf } from '../../domain/auth/caller.ts';
import { signIn } from '../../domain/auth/sign-in.ts';
import { answer, route } from '../route.ts';
import { sessionData } from './session-data.ts';

export const login = route(operations.login, async ({ body, address }, { db, now }) => {
  const { token, expiresAt, member } = await signIn(db, { ...body, address }, now());
  const data = sessionData({ ...member, scopes: scopesOf(member.role), expiresAt });
  return { ...answer(200, data), sessionCookie: { token, expiresAt } };
});
