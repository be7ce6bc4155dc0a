import type { ListOptions } from '../list/list-options.ts';
import type { MemberFlags } from '../service/as-member.ts';

/** Options of the commands on inventories, as commander gives them. */
export interface ShowFlags extends MemberFlags, ListOptions {
  readonly source: string;
  readonly sort: 'risk' | 'machines';
  readonly riskLevel?: 'unknown' | 'low' | 'medium' | 'high' | 'critical';
}

export interface ImportFlags extends MemberFlags, ListOptions {
  readonly installed: boolean;
  readonly source: string;
  readonly users?: 'names' | 'digests' | 'none';
  readonly staleAfterDays?: string;
  readonly column: readonly string[];
  readonly preview: boolean;
  readonly yes: boolean;
}

export interface SourceFlags extends MemberFlags {
  readonly source: string;
}

export interface DiffFlags extends MemberFlags, ListOptions {
  readonly source: string;
  readonly from?: string;
  readonly to?: string;
}
