import type { NamedCondition } from './conditions.ts';

export interface GateOptions {
  readonly failOn?: readonly NamedCondition[];
  /** File to compare with. */
  readonly baseline?: string;
  /** File to write what is there now to. */
  readonly writeBaseline?: string;
  /** File with decisions; that of the working folder otherwise. */
  readonly config?: string;
}
