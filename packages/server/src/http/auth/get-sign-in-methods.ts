import { operations } from '@extaudit/contract';
import { canResetByMail } from '../../domain/auth/request-password-reset.ts';
import { answer, route } from '../route.ts';

export const getSignInMethods = route(
  operations.getSignInMethods,
  async (_request, { openid, ...services }) =>
    answer(200, {
      password: true,
      password_reset: canResetByMail(services),
      openid: openid ? { name: openid.name } : null,
    }),
);
