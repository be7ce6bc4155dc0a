import { extensionColumns } from '@extaudit/contract';
import { eachExtension, filtersOf, summaryData } from '@extaudit/server';
import { CommandError } from '../exit.ts';
import type { ServiceFlags } from '../service/service-options.ts';
import type { ListOptions } from './list-options.ts';
import { withLists } from './with-lists.ts';
import { writeList } from './write-list.ts';

type Query = NonNullable<Parameters<typeof filtersOf>[1]>;

export interface ListFlags extends ListOptions, ServiceFlags {
  readonly riskLevel?: Query['risk_level'];
  readonly classification?: Query['classification'];
  readonly auditState?: Query['audit_state'];
  readonly minRiskScore?: string;
  readonly permission?: string;
  readonly finding?: string;
  readonly publisher?: string;
  readonly sort: Exclude<NonNullable<Query['sort']>, 'effective_risk_score'>;
  readonly order: NonNullable<Query['order']>;
}

const shown = ['extension_id', 'risk_score', 'risk_level', 'audit_state', 'user_count', 'name'];

export async function runList(words: readonly string[], flags: ListFlags): Promise<void> {
  const { host, ...service } = flags;
  const query: Query = {
    search: words.join(' '),
    risk_level: flags.riskLevel,
    classification: flags.classification,
    audit_state: flags.auditState,
    min_risk_score: scoreOf(flags.minRiskScore),
    permission: flags.permission,
    host,
    finding: flags.finding,
    publisher_id: flags.publisher,
  };
  await withLists(service, async (db) => {
    const order = { by: flags.sort, order: flags.order };
    const parts = await eachExtension(db, await filtersOf(db, query), order);
    await writeList(mapped(parts), extensionColumns, [...shown, 'headline'], flags);
  });
}

async function* mapped(parts: Awaited<ReturnType<typeof eachExtension>>) {
  for await (const part of parts) yield part.map((extension) => summaryData(extension));
}

function scoreOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,3}$/.test(text) && Number(text) <= 100) return Number(text);
  throw new CommandError(`--min-risk-score is ${JSON.stringify(text)}; it must be 0 to 100`);
}
