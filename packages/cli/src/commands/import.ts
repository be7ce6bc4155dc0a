import type { Command } from 'commander';
import { addDataOption } from '../service/service-options.ts';
import type { ImportFlags } from '../import/run-import.ts';

export function register(program: Command): void {
  const command = program
    .command('import')
    .summary('take extensions into the catalogue')
    .description(
      'Take packages (CRX, ZIP, XPI), unpacked folders, browser profiles and JSON Lines of catalogue metadata (.jsonl, .ndjson) into the catalogue. Importing the same thing again changes nothing.',
    )
    .argument('[path...]', 'files and folders')
    .option(
      '--id <id>',
      'extension id (32 letters a-p) of the one package that does not say it itself',
    )
    .option('--installed', "also the extensions of this machine's browsers")
    .option('-q, --quiet', 'show no progress', false);
  addDataOption(command)
    .addHelpText(
      'after',
      `
A package that is not signed and has no "key" in its manifest gets an id of its contents, so that its next version is
another extension; --id keeps its versions together.

A line of JSON Lines is one extension with the field names of the HTTP API, optionally with
"reviews" (a list) and "manifests" (version to manifest). Bad lines are reported and skipped.
An import that was cut short goes on where it was when the same file is imported again.

Exit codes: 0 everything is in the catalogue, 1 something could not be imported.

Examples:
  $ extaudit import extension.crx ./unpacked
  $ extaudit import ./react-devtools --id fmkadmapgofadopljbjfkapdkoienihi
  $ extaudit import catalogue.jsonl
  $ extaudit import --installed`,
    )
    .action(async (paths: string[], flags: ImportFlags) => {
      const { runImport } = await import('../import/run-import.ts');
      process.exitCode = await runImport(paths, flags);
    });
}
