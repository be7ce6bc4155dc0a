import { operations } from '@extaudit/contract';
import { resetPasswordByCode } from '../../domain/auth/reset-password-by-code.ts';
import { answer, route } from '../route.ts';

export const finishPasswordReset = route(
  operations.finishPasswordReset,
  async ({ body, origin }, { db, now }) => {
    await resetPasswordByCode(db, { ...body, origin }, now());
    return answer(200, { changed: true });
  },
);
