import { operations } from '@extaudit/contract';
import { startSecondFactor as start } from '../../domain/auth/second-factor.ts';
import { answer, route } from '../route.ts';

export const startSecondFactor = route(
  operations.startSecondFactor,
  async ({ body, caller, origin }, { db, secrets, now }) =>
    answer(201, await start({ db, secrets }, { caller, origin }, body.current_password, now())),
);
