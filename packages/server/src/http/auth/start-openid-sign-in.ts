import { operations } from '@extaudit/contract';
import { startOpenidSignIn as start } from '../../domain/openid/start-openid-sign-in.ts';
import { answer, route } from '../route.ts';

export const startOpenidSignIn = route(operations.startOpenidSignIn, async (_request, services) => {
  const { authorizationUrl, attempt } = await start(services, services.now());
  return { ...answer(201, { authorization_url: authorizationUrl }), signInAttempt: attempt };
});
