import { operations } from '@extaudit/contract';
import { requestPasswordReset as request } from '../../domain/auth/request-password-reset.ts';
import { answer, route } from '../route.ts';

export const requestPasswordReset = route(
  operations.requestPasswordReset,
  async ({ body: { email }, origin }, services) => {
    await request(services, { email, origin });
    return answer(202, { accepted: true });
  },
);
