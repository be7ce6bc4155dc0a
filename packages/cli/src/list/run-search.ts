import { hitColumns } from '@extaudit/contract';
import { eachHit, hitData } from '@extaudit/server';
import type { ServiceFlags } from '../service/service-options.ts';
import type { ListOptions } from './list-options.ts';
import { withLists } from './with-lists.ts';
import { writeList } from './write-list.ts';

export interface SearchFlags extends ListOptions, ServiceFlags {}

const shown = ['value', 'extension_id', 'version', 'risk_level', 'file', 'line', 'name'];

export async function runSearch(query: string, flags: SearchFlags): Promise<void> {
  await withLists(flags, async (db) => {
    await writeList(mapped(await eachHit(db, query)), hitColumns, shown, flags);
  });
}

async function* mapped(parts: Awaited<ReturnType<typeof eachHit>>) {
  for await (const part of parts) yield part.map(hitData);
}
