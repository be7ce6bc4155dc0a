import { operations } from '@extaudit/contract';
import { finishOpenidSignIn as finish } from '../../domain/openid/finish-openid-sign-in.ts';
import { route } from '../route.ts';
import { signedIn } from './signed-in.ts';

export const finishOpenidSignIn = route(
  operations.finishOpenidSignIn,
  async ({ body: { query }, attemptToken, origin }, services) =>
    signedIn(200, await finish(services, { query, attemptToken, origin }, services.now())),
);
