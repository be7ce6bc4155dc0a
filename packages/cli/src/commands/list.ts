import { auditStates, extensionSorts, orders } from '@extaudit/contract';
import { classifications, riskLevels } from '@extaudit/engine/vocabulary';
import { Option, type Command } from 'commander';
import { addListOptions } from '../list/list-options.ts';
import type { ListFlags } from '../list/run-list.ts';
import { addDataOption } from '../service/service-options.ts';

export function register(program: Command): void {
  const list = program
    .command('list')
    .summary('list the extensions of the catalogue by risk')
    .description(
      'List the extensions of the catalogue. Filters add up; words each stand somewhere in name, description or publisher. What nobody has audited is unknown, and stands last. The effective verdict leaves out what an account has accepted: --email says whose.',
    )
    .argument('[words...]', 'to look for, or an id')
    .addOption(
      new Option('--risk-level <level>', 'level of the verdict').choices([
        'unknown',
        ...riskLevels,
      ]),
    )
    .addOption(
      new Option('--classification <class>', 'class of the verdict').choices([
        'unknown',
        ...classifications,
      ]),
    )
    .addOption(new Option('--audit-state <state>', 'state of the audit').choices(auditStates))
    .option('--min-risk-score <number>', 'least score, 0 to 100')
    .option('--email <address>', 'a member of the account whose decisions count')
    .addOption(
      new Option('--effective-risk-level <level>', 'level without what is accepted').choices([
        'unknown',
        ...riskLevels,
      ]),
    )
    .addOption(
      new Option('--effective-classification <class>', 'class without what is accepted').choices([
        'unknown',
        ...classifications,
      ]),
    )
    .option('--min-effective-risk-score <number>', 'least score without it, 0 to 100')
    .option('--permission <permission>', 'asked for by the manifest')
    .option('--host <host>', 'named by the code; *.example.org with all below it')
    .option('--finding <rule>', 'found by this rule')
    .option('--publisher <id>', 'of this publisher')
    .addOption(
      new Option('--sort <order>', 'order of the list')
        .choices(extensionSorts)
        .default('risk_score'),
    )
    .addOption(new Option('--order <direction>', 'of the order').choices(orders).default('desc'));
  addListOptions(list);
  addDataOption(list)
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit list
  $ extaudit list --risk-level critical --format csv > critical.csv
  $ extaudit list --permission debugger --min-risk-score 51
  $ extaudit list --email you@example.org --effective-risk-level critical --sort effective_risk_score
  $ extaudit list coupon finder --audit-state unaudited`,
    )
    .action(async (words: string[], flags: ListFlags) => {
      const { runList } = await import('../list/run-list.ts');
      await runList(words, flags);
    });
}
