import type { Surface } from '@extaudit/engine';
import type { ColumnType, Generated } from 'kysely';

/** The table of `migrations/0050_decisions.sql` and `0068_decisions_of_groups.sql`. */
export interface DecisionTables {
  decision: DecisionTable;
}

export type DecisionAction = 'accept' | 'block' | 'watch';

interface DecisionTable {
  decision_id: string;
  account_id: string;
  action: DecisionAction;
  extension_id: string | null;
  inventory_id: string | null;
  rule: string | null;
  permission: string | null;
  host: string | null;
  flow: string | null;
  gap: string | null;
  receiver: string | null;
  versions: string | null;
  reason: string;
  owner: string;
  /** `YYYY-MM-DD` */
  expires: string | null;
  /** Written as JSON text, read parsed. */
  base: ColumnType<Surface | null, string | null, string | null>;
  base_version: string | null;
  base_ruleset: string | null;
  taken_back_at: Date | null;
  taken_back_because: Generated<string[]>;
  expiry_told_at: Date | null;
  created_at: Date;
  updated_at: Date;
}
