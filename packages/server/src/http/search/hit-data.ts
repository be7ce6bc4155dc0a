import type { ListedHit } from '@extaudit/contract';
import type { CatalogueHit } from '../../domain/catalogue/search-catalogue.ts';
import { summaryData } from '../extensions/extension-data.ts';

/** A hit as searches show it. */
export function hitData({ extension, ...hit }: CatalogueHit): ListedHit {
  const { extension_id, name, version, user_count, risk, audit_state } = summaryData(extension);
  return { ...hit, extension_id, name, version, user_count, risk, audit_state };
}
