import type { Command } from 'commander';
import { addListOptions } from '../list/list-options.ts';
import type { SearchFlags } from '../list/run-search.ts';
import { addDataOption } from '../service/service-options.ts';

export function register(program: Command): void {
  const search = program
    .command('search')
    .summary('find what code and manifests of all extensions hold')
    .description(
      'Find what the current versions of all extensions hold: host:, api:, file: (name or SHA-256), library:, finding:, flow:source>sink and permission:. But for permissions, one * may stand first or last. Anything else is words.',
    )
    .argument('<query...>', 'one term, or words');
  addListOptions(search);
  addDataOption(search)
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit search 'host:*.example.org'
  $ extaudit search api:chrome.cookies.getAll --format csv
  $ extaudit search 'flow:cookies>network'
  $ extaudit search library:jquery
  $ extaudit search permission:debugger`,
    )
    .action(async (words: string[], flags: SearchFlags) => {
      const { runSearch } = await import('../list/run-search.ts');
      await runSearch(words.join(' '), flags);
    });
}
