import { operations } from '@extaudit/contract';
import { clusterOf } from '../../domain/catalogue/permission-clusters.ts';
import { Refusal } from '../../errors.ts';
import { hasExtension } from '../../storage/catalogue/extension.ts';
import { answer, route } from '../route.ts';
import { nearDuplicateData } from './cluster-data.ts';

export const getExtensionCluster = route(
  operations.getExtensionCluster,
  async ({ params }, { db }) => {
    const cluster = await clusterOf(db, params.extensionId);
    if (!cluster) {
      if (!(await hasExtension(db, params.extensionId))) throw new Refusal('extension_not_found');
      throw new Refusal('permhash_not_found', "this extension's permissions are not known");
    }
    const { set, similar, near } = cluster;
    return answer(200, {
      extension_id: params.extensionId,
      permhash: set.permhash,
      permissions: set.permissions,
      cluster_size: set.extensionCount,
      cluster_total_users: set.totalUsers,
      similar_extensions: similar.map((other) => ({
        extension_id: other.extensionId,
        name: other.name,
        user_count: other.userCount,
        rating_value: other.ratingValue,
      })),
      known_malicious: set.knownMalicious,
      near_duplicates: near.map(nearDuplicateData),
    });
  },
);
