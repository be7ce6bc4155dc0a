import { userForms } from '@extaudit/contract';
import { Option, type Command } from 'commander';
import type {
  DiffFlags,
  ImportFlags,
  ShowFlags,
  SourceFlags,
} from '../inventory/inventory-flags.ts';
import { addListOptions, type ListOptions } from '../list/list-options.ts';
import type { MemberFlags } from '../service/as-member.ts';
import { addDataOption } from '../service/service-options.ts';

export function register(program: Command): void {
  const inventory = program
    .command('inventory')
    .summary('take what machines have installed, and rank it by risk')
    .description(
      'Inventories of the account of a member. Each import is a snapshot of its named source: a machine in it has from then on what it says there, and one that is in none for 30 days leaves the counts.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit inventory import osquery.json --source laptops --email you@example.org
  $ extaudit inventory import ids.txt --source wanted --email you@example.org
  $ extaudit inventory show --source laptops --email you@example.org
  $ extaudit inventory diff --source laptops --email you@example.org`,
    );
  registerImport(inventory);
  registerList(inventory);
  registerShow(inventory);
  registerDiff(inventory);
  registerImports(inventory);
  registerRemove(inventory);
}

function addEmailOption(command: Command): Command {
  return command.requiredOption('--email <address>', 'a member of the account');
}

function registerImport(inventory: Command): void {
  const command = addEmailOption(
    inventory
      .command('import')
      .summary('take a snapshot of a source')
      .description(
        'Take what machines have installed, from results of osquery (chrome_extensions, firefox_addons) or Fleet, exports of the Google Admin console or Microsoft Defender, policies of a browser, lists of ids, or a table whose columns are guessed. A table is shown first, and taken after a yes.',
      )
      .argument('[file]', 'JSON, JSON Lines, CSV or text; - for standard input'),
  )
    .option('--installed', "take what this machine's browsers have, instead of a file", false)
    .option('--source <name>', 'names the inventory; a new name makes a new one', 'default')
    .addOption(
      new Option('--users <form>', 'how users are kept from the first import on').choices(
        userForms,
      ),
    )
    .option('--stale-after-days <number>', 'when a machine leaves the counts (default: 30)')
    .option(
      '--column <field=name>',
      'which column of a table tells what, in place of a guess: extension=…, machine=…, user=…, browser=…, version=… and others; may be repeated',
      (text: string, before: readonly string[]) => [...before, text],
      [],
    )
    .option('--preview', 'show the first five rows and take nothing', false)
    .option('-y, --yes', 'take a table without asking', false);
  addListOptions(command);
  addDataOption(command)
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit inventory import --email you@example.org chrome_extensions.json --source osquery
  $ extaudit inventory import --email you@example.org export.csv --preview
  $ extaudit inventory import --email you@example.org export.csv --column 'machine=Asset tag' --preview
  $ extaudit inventory import --email you@example.org export.csv --yes --users digests
  $ extaudit inventory import --email you@example.org --installed --source laptops
  $ fleetctl report --hosts all | extaudit inventory import --email you@example.org -`,
    )
    .action(async (file: string | undefined, flags: ImportFlags) => {
      const { runInventoryImport } = await import('../inventory/run-inventory-import.ts');
      await runInventoryImport(file, flags);
    });
}

function registerList(inventory: Command): void {
  const command = addEmailOption(inventory.command('list').summary('list the inventories'));
  addListOptions(command);
  addDataOption(command)
    .addHelpText('after', '\nExample:\n  $ extaudit inventory list --email you@example.org')
    .action(async (flags: MemberFlags & ShowFlags) => {
      const { runInventoryList } = await import('../inventory/run-inventory-list.ts');
      await runInventoryList(flags);
    });
}

function registerShow(inventory: Command): void {
  const command = addEmailOption(
    inventory
      .command('show')
      .summary('list the extensions of an inventory, the riskiest first')
      .argument('[words...]', 'to look for, or an id'),
  )
    .option('--source <name>', 'which inventory', 'default')
    .addOption(
      new Option('--sort <order>', 'descending').choices(['risk', 'machines']).default('risk'),
    )
    .addOption(
      new Option('--risk-level <level>', 'level of the verdict').choices([
        'unknown',
        'low',
        'medium',
        'high',
        'critical',
      ]),
    );
  addListOptions(command);
  addDataOption(command)
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit inventory show --email you@example.org --source osquery
  $ extaudit inventory show --email you@example.org --risk-level critical --format csv > critical.csv`,
    )
    .action(async (words: string[], flags: ShowFlags) => {
      const { runInventoryShow } = await import('../inventory/run-inventory-list.ts');
      await runInventoryShow(words, flags);
    });
}

function registerDiff(inventory: Command): void {
  const command = addEmailOption(
    inventory.command('diff').summary('show what changed between two imports of a source'),
  )
    .option('--source <name>', 'which inventory', 'default')
    .option(
      '--from <import-id>',
      'earlier import, as `inventory imports` lists it (default: the last but one)',
    )
    .option('--to <import-id>', 'later import (default: the last)');
  addListOptions(command);
  addDataOption(command)
    .addHelpText(
      'after',
      '\nExample:\n  $ extaudit inventory diff --email you@example.org --source osquery',
    )
    .action(async (flags: DiffFlags) => {
      const { runInventoryDiff } = await import('../inventory/run-inventory-diff.ts');
      await runInventoryDiff(flags);
    });
}

function registerImports(inventory: Command): void {
  const command = addEmailOption(
    inventory
      .command('imports')
      .summary('list the imports of a source, the newest first')
      .description('The last 100 are kept.'),
  ).option('--source <name>', 'which inventory', 'default');
  addListOptions(command);
  addDataOption(command)
    .addHelpText(
      'after',
      '\nExample:\n  $ extaudit inventory imports --email you@example.org --source osquery',
    )
    .action(async (flags: SourceFlags & ListOptions) => {
      const { runInventoryImports } = await import('../inventory/run-inventory-list.ts');
      await runInventoryImports(flags);
    });
}

function registerRemove(inventory: Command): void {
  const command = addEmailOption(
    inventory
      .command('remove')
      .summary('erase an inventory with all its imports')
      .description(
        'Erase an inventory with its machines, users and imports. Decisions for its machines alone are deleted with it, subscriptions that watch it are disabled. Extensions and reports stay in the catalogue.',
      ),
  ).requiredOption('--source <name>', 'which inventory');
  addDataOption(command)
    .addHelpText(
      'after',
      '\nExample:\n  $ extaudit inventory remove --email you@example.org --source trial',
    )
    .action(async (flags: SourceFlags) => {
      const { runInventoryRemove } = await import('../inventory/run-inventory-list.ts');
      await runInventoryRemove(flags);
    });
}
