import { operations } from '@extaudit/contract';
import { orderOf } from '../../domain/catalogue/list-catalogue.ts';
import { dayOf } from '../../domain/decision/decision-state.ts';
import { decisionsOfAccount } from '../../domain/decision/effective-verdicts.ts';
import { Refusal } from '../../errors.ts';
import { listExtensions } from '../../storage/catalogue/extension-list.ts';
import { findExtensionPublisher } from '../../storage/catalogue/publisher.ts';
import { summariesData } from '../extensions/summaries-data.ts';
import { answer, route } from '../route.ts';

export const listPublisherExtensions = route(
  operations.listPublisherExtensions,
  async ({ params: { publisherId }, query, caller: { accountId } }, { lists, now }) => {
    const { page, page_size: pageSize, sort, order, after } = query;
    if (!(await findExtensionPublisher(lists, publisherId))) {
      throw new Refusal('publisher_not_found');
    }
    const wanted = orderOf(sort, order, { accountId, today: dayOf(now()) });
    const found = await listExtensions(lists, { publisherId }, wanted, { page, pageSize, after });
    const decisions = decisionsOfAccount(lists, { accountId }, now());
    const items = await summariesData(found.items, decisions);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);
