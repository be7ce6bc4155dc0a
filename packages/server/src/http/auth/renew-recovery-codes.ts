import { operations } from '@extaudit/contract';
import { renewRecoveryCodes as renew } from '../../domain/auth/second-factor.ts';
import { answer, route } from '../route.ts';

export const renewRecoveryCodes = route(
  operations.renewRecoveryCodes,
  async ({ body, caller, origin }, { db, secrets, now }) => {
    const proof = { password: body.current_password, code: body.code };
    const codes = await renew({ db, secrets }, { caller, origin }, proof, now());
    return answer(201, { recovery_codes: codes });
  },
);
