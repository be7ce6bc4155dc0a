import { operations } from '@extaudit/contract';
import { signIn } from '../../domain/auth/sign-in.ts';
import { route } from '../route.ts';
import { signedIn } from './signed-in.ts';

export const login = route(operations.login, async ({ body, origin }, { db, secrets, now }) =>
  signedIn(200, await signIn({ db, secrets }, { ...body, origin }, now())),
);
