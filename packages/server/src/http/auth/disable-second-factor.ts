import { operations } from '@extaudit/contract';
import { disableSecondFactor as disable } from '../../domain/auth/second-factor.ts';
import { answer, route } from '../route.ts';
import { secondFactorData } from './second-factor-data.ts';

export const disableSecondFactor = route(
  operations.disableSecondFactor,
  async ({ body, caller, origin }, { db, secrets, now }) => {
    const proof = { password: body.current_password, code: body.code };
    await disable({ db, secrets }, { caller, origin }, proof, now());
    return answer(200, secondFactorData({ enabledAt: null, recoveryCodesLeft: 0 }));
  },
);
