import { operations } from '@extaudit/contract';
import { checkInventory } from '../../domain/decision/create-decision.ts';
import { dayOf } from '../../domain/decision/decision-state.ts';
import { listDecisions as list } from '../../storage/decision/decision.ts';
import { answer, route } from '../route.ts';
import { decisionData } from './decision-data.ts';

export const listDecisions = route(
  operations.listDecisions,
  async ({ query, caller: { accountId } }, { db, now }) => {
    const { page, page_size: pageSize, after, extension_id: extensionId, action, state } = query;
    const { inventory: inventoryId } = query;
    if (inventoryId !== undefined) await checkInventory(db, { accountId, inventoryId });
    const today = dayOf(now());
    const filter = { accountId, extensionId, inventoryId, action, state, today };
    const found = await list(db, filter, { page, pageSize, after });
    const items = found.items.map((decision) => decisionData(decision, today));
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);
