import { operations } from '@extaudit/contract';
import { changePassword as change } from '../../domain/auth/change-password.ts';
import { answer, route } from '../route.ts';

export const changePassword = route(
  operations.changePassword,
  async ({ body, caller, address }, { db }) => {
    const { current_password: current, new_password: wanted } = body;
    await change(db, caller, { current, wanted, address });
    return answer(200, { changed: true });
  },
);
