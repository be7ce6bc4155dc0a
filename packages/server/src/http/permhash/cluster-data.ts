import { type NearDuplicate, reasonsOf } from '../../domain/catalogue/permission-clusters.ts';
import type {
  PermhashExtension,
  RiskyCluster,
  SampleExtension,
} from '../../storage/catalogue/permission-cluster.ts';

/** An extension as an example of its cluster. */
function sampleData(sample: SampleExtension) {
  return {
    extension_id: sample.extensionId,
    name: sample.name,
    user_count: sample.userCount,
    is_trusted_publisher: sample.isTrustedPublisher,
  };
}

export function permhashExtensionData(extension: PermhashExtension) {
  return {
    extension_id: extension.extensionId,
    name: extension.name,
    version: extension.version,
    user_count: extension.userCount,
    rating_value: extension.ratingValue,
    is_trusted_publisher: extension.isTrustedPublisher,
    by_google: extension.byGoogle,
    status: extension.status,
    last_update: extension.lastUpdate.toISOString().slice(0, 10),
  };
}

export function riskyClusterData(cluster: RiskyCluster, samples: readonly SampleExtension[]) {
  return {
    permhash: cluster.permhash,
    risk_level: cluster.riskLevel,
    risk_reasons: reasonsOf(cluster),
    permissions: cluster.permissions,
    extension_count: cluster.extensionCount,
    total_users: cluster.totalUsers,
    known_malicious: cluster.knownMalicious,
    sample_extensions: samples.map(sampleData),
  };
}

export function nearDuplicateData(other: NearDuplicate) {
  return {
    permhash: other.permhash,
    similarity: Number(other.similarity.toFixed(4)),
    permissions_added: other.added,
    permissions_missing: other.missing,
    extension_count: other.extensionCount,
    total_users: other.totalUsers,
    known_malicious: other.knownMalicious,
    sample_extensions: other.samples.map(sampleData),
  };
}
