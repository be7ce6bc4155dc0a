import { InvalidArgumentError, Option, type Command } from 'commander';
import { addListOptions } from '../list/list-options.ts';
import type { ClusterFlags } from '../list/run-clusters.ts';
import { addDataOption } from '../service/service-options.ts';

export function register(program: Command): void {
  const clusters = program
    .command('clusters')
    .summary('list look-alikes: extensions that ask for the same permissions')
    .description(
      'List extensions of the catalogue that ask for the same permissions, by PermHash. Of an extension: those that ask for the same, then sets of permissions that are nearly the same. Of a hash, ours or that of Google: its extensions. Of nothing: the clusters whose permissions are risky, rare ones first.',
    )
    .argument('[of]', "an extension's id, or a permission hash")
    .addOption(
      new Option('--risk-level <level>', 'of risky clusters').choices([
        'medium',
        'high',
        'critical',
      ]),
    )
    .option('--min-extensions <number>', 'least size of risky clusters', parseCount, 2);
  addListOptions(clusters);
  addDataOption(clusters)
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit clusters
  $ extaudit clusters --risk-level critical --format csv > clusters.csv
  $ extaudit clusters cjpalhdlnbpafiamejdnhcphjbkeiagm
  $ extaudit permhash extension.crx     # then: extaudit clusters HASH`,
    )
    .action(async (of: string | undefined, flags: ClusterFlags) => {
      const { runClusters } = await import('../list/run-clusters.ts');
      await runClusters(of, flags);
    });
}

function parseCount(text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0 && count < 2 ** 31) return count;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}
