import { reportMediaTypes } from '@extaudit/contract';
import { Option, type Command } from 'commander';
import type { ReportFlags } from '../list/run-report.ts';
import { addDataOption } from '../service/service-options.ts';

export function register(program: Command): void {
  const report = program
    .command('report')
    .summary('write the report on an extension of the catalogue')
    .description(
      'Write the report that the catalogue holds on an extension: on its current version, or on the one named. Of an extension that only inventories have, what its manifest or the lists of known ids tell.',
    )
    .argument('<extension-id>', 'as list prints it')
    .argument('[version]', 'another one than the current')
    .addOption(
      new Option('-f, --format <format>', 'form of the report')
        .choices(['json', ...Object.keys(reportMediaTypes)])
        .default('markdown'),
    )
    .option('-o, --output <file>', 'write to a file instead of standard output');
  addDataOption(report)
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit report fmkadmapgofadopljbjfkapdkoienihi
  $ extaudit report fmkadmapgofadopljbjfkapdkoienihi --format html --output report.html
  $ extaudit report fmkadmapgofadopljbjfkapdkoienihi 7.0.1 --format sarif`,
    )
    .action(async (extensionId: string, version: string | undefined, flags: ReportFlags) => {
      const { runReport } = await import('../list/run-report.ts');
      await runReport(extensionId, version, flags);
    });
}
