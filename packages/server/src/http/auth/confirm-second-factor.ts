import { operations } from '@extaudit/contract';
import { confirmSecondFactor as confirm } from '../../domain/auth/second-factor.ts';
import { answer, route } from '../route.ts';

export const confirmSecondFactor = route(
  operations.confirmSecondFactor,
  async ({ body, caller, origin }, { db, secrets, now }) => {
    const codes = await confirm({ db, secrets }, { caller, origin }, body.code, now());
    return answer(201, { recovery_codes: codes });
  },
);
