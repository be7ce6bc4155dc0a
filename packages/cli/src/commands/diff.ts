import { Option, type Command } from 'commander';
import { diffFormats, type DiffOptions } from '../diff/diff-options.ts';

export function register(program: Command): void {
  program
    .command('diff')
    .summary('say what changed from one version to another')
    .description(
      'Audit two packages or unpacked folders and say what the second can do, does and contains that the first did not: permissions, hosts, data flows, findings, files and risk.',
    )
    .argument('<before>', 'package or folder of the older version')
    .argument('<after>', 'package or folder of the newer version')
    .addOption(
      new Option('-f, --format <format>', 'form of the result')
        .choices(diffFormats)
        .default('text'),
    )
    .option('-o, --output <file>', 'write the result to a file instead of standard output')
    .option('--fail-on-increase', 'exit with 2 when risk level or classification got worse', false)
    .option('--no-intel', 'use no threat intelligence')
    .addHelpText(
      'after',
      `
Exit codes: 0 fine, 1 one of the two could not be audited, 2 the risk increased, 3 something was not analysed.

Examples:
  $ extaudit diff extension-1.4.crx extension-1.5.crx
  $ extaudit diff released/ dist/ --fail-on-increase
  $ extaudit diff old.zip new.zip --format json --output changes.json`,
    )
    .action(async (before: string, after: string, options: DiffOptions) => {
      const { runDiff } = await import('../diff/run-diff.ts');
      process.exitCode = await runDiff(before, after, options);
    });
}
