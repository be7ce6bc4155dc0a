import { operations } from '@extaudit/contract';
import { answer, route } from '../route.ts';

export const getHealth = route(operations.getHealth, async () => answer(200, { status: 'ok' }));
