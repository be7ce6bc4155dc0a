import { operations } from '@extaudit/contract';
import { secondFactorOf } from '../../domain/auth/second-factor.ts';
import { answer, route } from '../route.ts';
import { secondFactorData } from './second-factor-data.ts';

export const getSecondFactor = route(operations.getSecondFactor, async ({ caller }, { db }) =>
  answer(200, secondFactorData(await secondFactorOf(db, caller.memberId))),
);
