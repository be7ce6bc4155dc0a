import { extensionColumns } from '@extaudit/contract';
import {
  dayOf,
  decisionsOfAccount,
  eachExtension,
  eachSummary,
  filtersOf,
  orderOf,
  refreshDecided,
  summaryData,
} from '@extaudit/server';
import { CommandError } from '../exit.ts';
import { asMember } from '../service/as-member.ts';
import type { ServiceFlags } from '../service/service-options.ts';
import type { ListOptions } from './list-options.ts';
import { withLists } from './with-lists.ts';
import { writeList } from './write-list.ts';

type Query = NonNullable<Parameters<typeof filtersOf>[1]>;
type Sort = NonNullable<Query['sort']>;

export interface ListFlags extends ListOptions, ServiceFlags {
  readonly riskLevel?: Query['risk_level'];
  readonly classification?: Query['classification'];
  readonly auditState?: Query['audit_state'];
  readonly minRiskScore?: string;
  /** Of the member whose account's decisions count. */
  readonly email?: string;
  readonly effectiveRiskLevel?: Query['effective_risk_level'];
  readonly effectiveClassification?: Query['effective_classification'];
  readonly minEffectiveRiskScore?: string;
  readonly permission?: string;
  readonly finding?: string;
  readonly publisher?: string;
  readonly sort: Sort;
  readonly order: NonNullable<Query['order']>;
}

const shown = ['extension_id', 'risk_score', 'risk_level', 'audit_state', 'user_count', 'name'];
const shownToMembers = [
  'extension_id',
  'risk_score',
  'risk_level',
  'effective_risk_score',
  'effective_classification',
  'user_count',
  'name',
];

export async function runList(words: readonly string[], flags: ListFlags): Promise<void> {
  const { host, email, sort, order, ...service } = flags;
  const query: Query = {
    search: words.join(' '),
    risk_level: flags.riskLevel,
    classification: flags.classification,
    audit_state: flags.auditState,
    min_risk_score: scoreOf('--min-risk-score', flags.minRiskScore),
    effective_risk_level: flags.effectiveRiskLevel,
    effective_classification: flags.effectiveClassification,
    min_effective_risk_score: scoreOf('--min-effective-risk-score', flags.minEffectiveRiskScore),
    permission: flags.permission,
    host,
    finding: flags.finding,
    publisher_id: flags.publisher,
  };
  if (email !== undefined) {
    return asMember({ ...service, email }, async ({ db, now }, { accountId }) => {
      const at = now();
      const scope = { accountId, today: dayOf(at) };
      // Where no service runs, nobody else has looked at what was decided.
      await refreshDecided(db, at);
      const filters = await filtersOf(db, query, scope);
      const parts = await eachExtension(db, filters, orderOf(sort, order, scope));
      const items = eachSummary(parts, decisionsOfAccount(db, { accountId }, at));
      await writeList(items, extensionColumns, [...shownToMembers, 'headline'], flags);
    });
  }
  if (sort === 'effective_risk_score') throw needsEmail('--sort effective_risk_score');
  const asked = effectiveFilters.find(([name]) => query[name] !== undefined);
  if (asked) throw needsEmail(asked[1]);
  await withLists(service, async (db) => {
    const parts = await eachExtension(db, await filtersOf(db, query), { by: sort, order });
    await writeList(mapped(parts), extensionColumns, [...shown, 'headline'], flags);
  });
}

const effectiveFilters = [
  ['effective_risk_level', '--effective-risk-level'],
  ['effective_classification', '--effective-classification'],
  ['min_effective_risk_score', '--min-effective-risk-score'],
] as const;

function needsEmail(option: string): CommandError {
  return new CommandError(
    `${option} asks for what an account has decided; --email names a member of it`,
  );
}

async function* mapped(parts: Awaited<ReturnType<typeof eachExtension>>) {
  for await (const part of parts) yield part.map((extension) => summaryData(extension));
}

function scoreOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,3}$/.test(text) && Number(text) <= 100) return Number(text);
  throw new CommandError(`${option} is ${JSON.stringify(text)}; it must be 0 to 100`);
}
