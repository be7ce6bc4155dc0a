import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { type ExtensionSummary, summaryColumns, toSummary } from './extension-summary.ts';
import { findExtensionPublisher, type ExtensionPublisher } from './publisher.ts';
import type { PaymentType } from '../database/tables.ts';

/** The specification's extension detail. */
export interface ExtensionDetail extends ExtensionSummary {
  readonly byGoogle: boolean;
  readonly isFeatured: boolean;
  readonly paymentType: PaymentType;
  /** Null while the publisher is unknown, as after an upload. */
  readonly publisherId: string | null;
  readonly publisher: ExtensionPublisher | undefined;
  /** Newest first; at most `versionsListedMax`. */
  readonly versions: readonly ExtensionVersion[];
  readonly media: readonly ExtensionMedia[];
  /** Of the current version's package. */
  readonly packageIcon: PackageIcon | undefined;
}

interface ExtensionVersion {
  readonly versionId: string;
  readonly version: string;
  /** Of the package. */
  readonly sizeBytes: number;
  readonly createdAt: Date;
}

interface PackageIcon {
  readonly version: string;
  readonly path: string;
}

export interface ExtensionMedia {
  readonly type: string;
  readonly url: string;
}

const versionsListedMax = 1_000;

/** Those of the extensions that the catalogue has, in no order. */
export async function listExtensionsWithin(
  db: Database,
  extensionIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('extension')
    .select('extension_id as id')
    .where('extension_id', '=', sql<string>`ANY(${extensionIds}::text[])`)
    .execute();
  return rows.map(({ id }) => id);
}

export async function hasExtension(db: Database, extensionId: string): Promise<boolean> {
  const found = await db
    .selectFrom('extension')
    .select('extension_id')
    .where('extension_id', '=', extensionId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function findExtension(
  db: Database,
  extensionId: string,
): Promise<ExtensionDetail | undefined> {
  const extension = await db
    .selectFrom('extension')
    .select(summaryColumns)
    .select(['by_google as byGoogle', 'is_featured as isFeatured'])
    .select(['payment_type as paymentType', 'publisher_id as publisherId'])
    .where('extension_id', '=', extensionId)
    .executeTakeFirst();
  if (!extension) return undefined;
  const [publisher, versions, media, packageIcon] = await Promise.all([
    extension.publisherId === null ? undefined : findExtensionPublisher(db, extension.publisherId),
    listVersions(db, extensionId),
    listMedia(db, extensionId),
    findPackageIcon(db, extensionId),
  ]);
  const unknownFields = unknownOf(
    extension.unknownFields,
    publisher,
    media.length > 0 || packageIcon !== undefined,
  );
  return {
    ...extension,
    ...toSummary(extension),
    publisher,
    versions,
    media,
    packageIcon,
    unknownFields,
  };
}

/** The publisher's object is as unknown as the publisher, and media are known that came with a package. */
function unknownOf(
  fields: readonly string[],
  publisher: ExtensionPublisher | undefined,
  hasMedia: boolean,
): string[] {
  return [
    ...fields.filter((field) => field !== 'extension_media' || !hasMedia),
    ...(publisher ? [] : ['extension_publishers']),
    ...(publisher?.author === '' ? ['extension_publishers.author'] : []),
  ].toSorted();
}

/** Four numbers, as `compareExtensionVersions` compares them. */
const newestVersion = sql`(SELECT array_agg(
    CASE WHEN part.digits ~ '^[0-9]+$' THEN part.digits::numeric ELSE 0 END ORDER BY part.place)
  FROM unnest((string_to_array(version, '.') || ARRAY['0', '0', '0', '0'])[1:4])
    WITH ORDINALITY AS part (digits, place))`;

async function listVersions(db: Database, extensionId: string): Promise<ExtensionVersion[]> {
  return db
    .selectFrom('version')
    .select(['extension_version_id as versionId', 'version'])
    .select(['size_bytes as sizeBytes', 'created_at as createdAt'])
    .where('extension_id', '=', extensionId)
    .orderBy(newestVersion, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('extension_version_id', 'desc')
    .limit(versionsListedMax)
    .execute();
}

async function listMedia(db: Database, extensionId: string): Promise<ExtensionMedia[]> {
  return db
    .selectFrom('media')
    .select(['type', 'media_url as url'])
    .where('extension_id', '=', extensionId)
    .orderBy('position')
    .execute();
}

async function findPackageIcon(
  db: Database,
  extensionId: string,
): Promise<PackageIcon | undefined> {
  const icon = await db
    .selectFrom('extension as e')
    .innerJoin('version as v', (join) =>
      join.onRef('v.extension_id', '=', 'e.extension_id').onRef('v.version', '=', 'e.version'),
    )
    .innerJoin('version_package as p', (join) =>
      join
        .onRef('p.extension_version_id', '=', 'v.extension_version_id')
        .onRef('p.sha256', '=', 'v.package_sha256'),
    )
    .select(['v.version', 'p.icon_path as path'])
    .where('e.extension_id', '=', extensionId)
    .where('p.icon_path', 'is not', null)
    .$narrowType<{ path: string }>()
    .executeTakeFirst();
  return icon;
}
