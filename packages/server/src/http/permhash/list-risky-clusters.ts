import { operations } from '@extaudit/contract';
import {
  listRiskyClusters as list,
  sampleExtensions,
} from '../../storage/catalogue/permission-cluster.ts';
import { answer, route } from '../route.ts';
import { riskyClusterData } from './cluster-data.ts';

const samplesMax = 5;

export const listRiskyClusters = route(operations.listRiskyClusters, async ({ query }, { db }) => {
  const {
    page,
    page_size: pageSize,
    after,
    min_extensions: extensionsMin,
    risk_level: level,
  } = query;
  const found = await list(db, { extensionsMin, level }, { page, pageSize, after });
  const hashes = found.items.map(({ permhash }) => permhash);
  const samples = await sampleExtensions(db, hashes, samplesMax);
  const items = found.items.map((cluster) =>
    riskyClusterData(cluster, samples.get(cluster.permhash) ?? []),
  );
  return answer(200, { ...found, items, page: after === undefined ? page : 1, pageSize });
});
