import { Option, type Command } from 'commander';
import { addDataOption } from '../service/service-options.ts';
import type { SyncFlags } from '../sync/run-sync.ts';

export function register(program: Command): void {
  const command = program
    .command('sync')
    .summary('fetch the newest versions from their stores')
    .description(
      'Take the newest versions of extensions into the catalogue: of those named, or of all whose store is known. What the catalogue does not know yet is fetched from the Chrome Web Store, and an add-on of Firefox by its own id from addons.mozilla.org.',
    )
    .argument('[id...]', "extension ids, or add-ons' own such as name@example.org")
    .addOption(
      new Option(
        '--folder [dir]',
        'fetch from a folder of packages (default: EXTAUDIT_WATCHED_FOLDER)',
      ).conflicts('profiles'),
    )
    .option('--profiles', "fetch from the profiles of this machine's browsers")
    .addOption(
      new Option('--store <name>', 'store of the ids that the catalogue does not know')
        .choices(['chrome-web-store', 'edge-add-ons'])
        .default('chrome-web-store'),
    )
    .option('-q, --quiet', 'show no progress', false);
  addDataOption(command)
    .addHelpText(
      'after',
      `
Every package is checked before it is taken: its hash is the one that the store tells, its
signatures match, and its key and version are the ones that were asked for. With --folder or
--profiles and no ids, everything that is there is taken.

EXTAUDIT_CHROME_STORE_URL, EXTAUDIT_EDGE_STORE_URL and EXTAUDIT_FIREFOX_STORE_URL say where the
stores are.

One line for each version that came, and for each extension that failed or that its store does not
list; what was named gets a line in any case. Why something failed is on standard error.

Exit codes: 0 everything is up to date, 1 something could not be fetched.

Examples:
  $ extaudit sync
  $ extaudit sync fmkadmapgofadopljbjfkapdkoienihi
  $ extaudit sync odfafepnkmbhccpbejgmiehpchacaeak --store edge-add-ons
  $ extaudit sync uBlock0@raymondhill.net
  $ extaudit sync --folder ./incoming
  $ extaudit sync --profiles`,
    )
    .action(async (ids: string[], flags: SyncFlags) => {
      const { runSync } = await import('../sync/run-sync.ts');
      process.exitCode = await runSync(ids, flags);
    });
}
