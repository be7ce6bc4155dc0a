import { operations } from '@extaudit/contract';
import { answer, route } from '../route.ts';
import { sessionData } from './session-data.ts';

export const getSession = route(operations.getSession, async ({ caller }) =>
  answer(200, sessionData(caller)),
);
