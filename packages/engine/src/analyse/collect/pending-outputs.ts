import type { BorderEnd } from '../facts/border.ts';
import type { Reached } from '../facts/reached.ts';

/** A value that a script shares with others. What it holds is only asked when another script does. */
export interface PendingOutput {
  readonly end: BorderEnd;
  /** Adds the partial flows that end in it to the list of all; absent where the script's syntax tree was not kept. */
  readonly trace?: () => void;
}

/** What one script shares with others. */
export interface PendingOutputs {
  readonly file: string;
  readonly outputs: readonly PendingOutput[];
  /** How far the script's data was followed up to now; absent where no output of it is traced. */
  readonly reached?: () => Reached;
}
