import { operations, publisherColumns } from '@extaudit/contract';
import { eachPage } from '../../domain/catalogue/list-catalogue.ts';
import {
  refreshedPerRequestMax,
  refreshPublishers,
} from '../../domain/catalogue/refresh-publishers.ts';
import { listPublishers as list } from '../../storage/catalogue/publisher.ts';
import { exportList } from '../export-list.ts';
import { answer, route } from '../route.ts';
import { publisherData } from './publisher-data.ts';

export const listPublishers = route(
  operations.listPublishers,
  async ({ query, format }, { db, now }) => {
    const { page, page_size: pageSize, sort, order, country, after } = query;
    const { risk_level: riskLevel, min_extensions: extensionsMin, has_malicious } = query;
    const filters = { riskLevel, extensionsMin, hasMalicious: has_malicious, country };
    await refreshPublishers(db, now(), refreshedPerRequestMax);
    if (format !== 'json') {
      const parts = await eachPage(after, (part) => list(db, filters, { by: sort, order }, part));
      return exportList(format, 'publishers', parts, publisherData, publisherColumns);
    }
    const found = await list(db, filters, { by: sort, order }, { page, pageSize, after });
    const items = found.items.map(publisherData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);
