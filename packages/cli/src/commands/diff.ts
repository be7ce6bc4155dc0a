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
    .option(
      '--fail-on-increase',
      'exit with 2 at anything gained: a permission, site, warning, host, flow or finding, a surer one, a worse level or class',
      false,
    )
    .option(
      '--config <file>',
      'take decisions from this file instead of extaudit.config.json in the working folder',
    )
    .option('--no-intel', 'use no threat intelligence')
    .addHelpText(
      'after',
      `
What "decisions" of extaudit.config.json accept is no increase ("extaudit scan --help" shows one). The last line on standard
error says what closed the gate.

Exit codes: 0 fine, 1 one of the two could not be audited, 2 gate closed, 3 something was not analysed, 64 wrong use.

Examples:
  $ extaudit diff extension-1.4.crx extension-1.5.crx
  $ extaudit diff released/ dist/ --fail-on-increase
  $ extaudit diff old.zip new.zip --format json --output changes.json
  $ extaudit diff old.zip new.zip --format markdown     # for a comment on a pull request`,
    )
    .action(async (before: string, after: string, options: DiffOptions) => {
      const { runDiff } = await import('../diff/run-diff.ts');
      process.exitCode = await runDiff(before, after, options);
    });
}
