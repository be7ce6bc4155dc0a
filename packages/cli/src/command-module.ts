import type { Command } from 'commander';

/** What each file in `commands/` exports. It must import lazily whatever is slow to load. */
export interface CommandModule {
  readonly register: (program: Command) => void;
}
