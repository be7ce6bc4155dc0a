import { isInRange, parseVulnerableRange } from '@extaudit/engine/intelligence';
import { listExtensions } from '../../storage/catalogue/extension-list.ts';
import {
  lookUpExtension,
  lookUpPackage,
  type Lookup,
} from '../../storage/catalogue/extension-lookup.ts';
import { listHits } from '../../storage/catalogue/fact-search.ts';
import { findFactValues, type FactKind, type FactValue } from '../../storage/catalogue/fact.ts';
import type { EntryFilters, ListedEntry } from '../../storage/catalogue/intelligence-list.ts';
import type { Database } from '../../storage/database/database.ts';
import type { CursorPage, CursorPageRequest } from '../../storage/database/cursor-page.ts';
import type { CatalogueHit } from './search-catalogue.ts';

type Named = Pick<ListedEntry, 'kind' | 'value'>;

/** What entries name what somebody looks up: an id, a hash, a host with the domains above it, or a library. */
export function entriesNaming(text: string): Pick<EntryFilters, 'values' | 'library'> {
  const value = text.trim().toLowerCase();
  const labels = value.split('.');
  const domains = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
  return { values: [value, ...domains.slice(0, labelsMax)], library: value };
}

/** A name of 253 characters has no more. */
const labelsMax = 127;

/**
 * Extensions of the catalogue that an entry names, with the place where that is known.
 * @throws Refusal where `after` is no cursor of these
 */
export async function namedExtensions(
  db: Database,
  entry: Named,
  page: CursorPageRequest,
): Promise<CursorPage<CatalogueHit>> {
  const lookup = await lookUp(db, entry);
  if (!lookup) {
    const values = await factValues(db, entry);
    return listHits(db, values, `intelligence ${entry.kind} ${entry.value}`, page);
  }
  const sort = { by: 'usercount', order: 'desc' } as const;
  const found = await listExtensions(db, { lookups: [lookup] }, sort, page);
  const hit = { kind: 'extension', value: entry.value, file: null, line: null, places: 1 } as const;
  return { ...found, items: found.items.map((extension) => ({ ...hit, extension })) };
}

/** How many `namedExtensions` finds. */
export async function countNamed(db: Database, entry: Named): Promise<number> {
  const lookup = await lookUp(db, entry);
  if (lookup) return lookup.extensions;
  const values = await factValues(db, entry);
  return values.reduce((sum, { extensions }) => sum + extensions, 0);
}

async function lookUp(db: Database, { kind, value }: Named): Promise<Lookup | undefined> {
  if (kind === 'extension_id') return lookUpExtension(db, value);
  if (kind === 'package_sha256') return lookUpPackage(db, value);
  return undefined;
}

/** More hosts of one domain, or releases of one library, are not looked at. */
const valuesMax = 1_000;

async function factValues(db: Database, { kind, value }: Named): Promise<readonly FactValue[]> {
  const find = (factKind: FactKind, pattern: string) =>
    findFactValues(db, factKind, pattern, valuesMax);
  switch (kind) {
    case 'file_sha256':
      return find('file', value);
    case 'domain': {
      const found = [...(await find('host', value)), ...(await find('host', `*.${value}`))];
      return found.toSorted((a, b) => Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)));
    }
    case 'vulnerable_library': {
      const range = parseVulnerableRange(value);
      if (!range) return [];
      const releases = await find('library', `${range.library}@*`);
      return releases.filter((release) =>
        isInRange(range, release.value.slice(range.library.length + 1)),
      );
    }
    default:
      return [];
  }
}
