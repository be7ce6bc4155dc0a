import { InvalidArgumentError, Option, type Command } from 'commander';

const listFormats = ['table', 'csv', 'jsonl'] as const;

/** Options of every list, as commander gives them. */
export interface ListOptions {
  readonly format: (typeof listFormats)[number];
  readonly limit?: number;
}

export function addListOptions(command: Command): Command {
  return command
    .addOption(
      new Option('-f, --format <format>', 'form of the list').choices(listFormats).default('table'),
    )
    .option('-n, --limit <number>', 'lines at most (default: 50 in a table, else all)', parseLimit);
}

function parseLimit(text: string): number {
  const limit = Number(text);
  if (Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}
