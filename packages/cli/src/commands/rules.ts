import { categories, severities } from '@extaudit/engine/vocabulary';
import { Option, type Command } from 'commander';
import type { RuleFilter } from '../rules/run-rules.ts';

export function register(program: Command): void {
  const rules = program
    .command('rules')
    .summary('list and explain what is looked for')
    .description('List the rules: what extaudit looks for.')
    .addOption(new Option('-c, --category <category>', 'only this category').choices(categories))
    .addOption(new Option('-s, --severity <severity>', 'only this severity').choices(severities))
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit rules
  $ extaudit rules --category network --severity high
  $ extaudit rules explain all-urls-with-web-request`,
    )
    .action(async (options: RuleFilter & { format: 'text' | 'json' }) => {
      const { listRules } = await import('../rules/run-rules.ts');
      await listRules(options, options.format);
    });
  rules
    .command('explain')
    .description('Explain one rule: what it shows, how sure it is, and what to do.')
    .argument('<id>', 'id of the rule')
    .addOption(formatOption())
    .addHelpText(
      'after',
      `
Example:
  $ extaudit rules explain all-urls-with-web-request`,
    )
    .action(async (id: string, _: object, command: Command) => {
      const { explainRule } = await import('../rules/run-rules.ts');
      // `--format` exists on both levels; commander may give it to either.
      await explainRule(id, command.optsWithGlobals<{ format: 'text' | 'json' }>().format);
    });
}

function formatOption(): Option {
  return new Option('-f, --format <format>', 'form of the result')
    .choices(['text', 'json'])
    .default('text');
}
