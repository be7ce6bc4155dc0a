import { operations } from '@extaudit/contract';
import { findByPermhash } from '../../domain/catalogue/permission-clusters.ts';
import { Refusal } from '../../errors.ts';
import { answer, route } from '../route.ts';
import { permhashExtensionData } from './cluster-data.ts';

export const listPermhashExtensions = route(
  operations.listPermhashExtensions,
  async ({ params, query }, { db }) => {
    const { page, page_size: pageSize, after, dialect } = query;
    const found = await findByPermhash(db, params.permhash, dialect, { page, pageSize, after });
    if (found.totalCount === 0) throw new Refusal('permhash_not_found');
    const items = found.items.map(permhashExtensionData);
    return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
  },
);
