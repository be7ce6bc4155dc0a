import type { Database } from '../../storage/database/database.ts';
import type { CursorPage, CursorPageRequest } from '../../storage/database/cursor-page.ts';
import {
  findPermhashOf,
  findPermissionSet,
  listExtensionsByMandiant,
  listExtensionsByPermhash,
  listNearPermissionSets,
  sampleExtensions,
  type NearPermissionSet,
  type PermhashExtension,
  type PermissionSetRow,
  type RiskyCluster,
  type SampleExtension,
} from '../../storage/catalogue/permission-cluster.ts';

export type PermhashDialect = 'extaudit' | 'mandiant';

/** By our hash, and where no extension has it, by Google's. @param permhash in any case */
export async function findByPermhash(
  db: Database,
  permhash: string,
  dialect: PermhashDialect | undefined,
  page: CursorPageRequest,
): Promise<CursorPage<PermhashExtension>> {
  const hash = permhash.toLowerCase();
  if (dialect !== 'mandiant') {
    const found = await listExtensionsByPermhash(db, hash, page);
    if (found.totalCount > 0 || dialect === 'extaudit') return found;
  }
  return listExtensionsByMandiant(db, hash, page);
}

export interface ExtensionCluster {
  readonly set: PermissionSetRow;
  /** Most users first, without the extension itself. */
  readonly similar: readonly SampleExtension[];
  readonly near: readonly NearDuplicate[];
}

export interface NearDuplicate extends NearPermissionSet {
  readonly added: readonly string[];
  readonly missing: readonly string[];
  readonly samples: readonly SampleExtension[];
}

const similarMax = 50;
const nearMax = { setsMax: 20, similarityMin: 0.6 };
const nearSamplesMax = 3;

/** `undefined` when the extension, or what permissions it has, is not known. */
export async function clusterOf(
  db: Database,
  extensionId: string,
): Promise<ExtensionCluster | undefined> {
  const permhash = await findPermhashOf(db, extensionId);
  const set = typeof permhash === 'string' ? await findPermissionSet(db, permhash) : undefined;
  if (!set) return undefined;
  const [near, own] = await Promise.all([
    listNearPermissionSets(db, set, nearMax),
    // One more than shown, because the extension itself may be among them.
    sampleExtensions(db, [set.permhash], similarMax + 1),
  ]);
  const samples = await sampleExtensions(
    db,
    near.map(({ permhash: hash }) => hash),
    nearSamplesMax,
  );
  const others = (own.get(set.permhash) ?? []).filter((other) => other.extensionId !== extensionId);
  return {
    set,
    similar: others.slice(0, similarMax),
    near: near.map((other) => ({
      ...other,
      added: without(other.permissions, set.permissions),
      missing: without(set.permissions, other.permissions),
      samples: samples.get(other.permhash) ?? [],
    })),
  };
}

/** Why a cluster is listed, with what makes the reasons weigh more or less. */
export function reasonsOf(cluster: RiskyCluster): string[] {
  const { riskReasons: reasons, knownMalicious: malicious, extensionCount: count } = cluster;
  const share = `${malicious} of its ${count} extensions are known to be malicious`;
  if (cluster.isCommon) return [...reasons, `common, so it says little by itself: ${share}`];
  return malicious > 0 ? [...reasons, share] : [...reasons];
}

function without(permissions: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return permissions.filter((permission) => !known.has(permission));
}
