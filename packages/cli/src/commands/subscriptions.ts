import { subscriptionFormats, subscriptionFrequencies } from '@extaudit/contract';
import { severities, monitorEventTypes } from '@extaudit/engine/vocabulary';
import { Option, type Command } from 'commander';
import { addListOptions } from '../list/list-options.ts';
import { addDataOption } from '../service/service-options.ts';
import type { MemberFlags } from '../service/as-member.ts';
import type {
  SubscriptionFlags,
  SubscriptionListFlags,
} from '../subscriptions/run-subscriptions.ts';

export function register(program: Command): void {
  const subscriptions = program
    .command('subscriptions')
    .summary('tell a webhook, Slack, Teams or a mail address what changed')
    .description(
      'Who is told of what changes: of everything in the catalogue, of what an inventory has, or of named extensions. One update is one message. `extaudit serve` watches and sends; monitors need not be made for it.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit subscriptions add --email you@example.org --name Security --url https://hooks.example.org/extaudit
  $ extaudit subscriptions list --email you@example.org`,
    );
  registerList(subscriptions);
  registerAdd(subscriptions);
  registerTest(subscriptions);
  registerRemove(subscriptions);
}

function addEmailOption(command: Command): Command {
  return command.requiredOption('--email <address>', 'a member of the account');
}

function registerList(subscriptions: Command): void {
  const list = addEmailOption(
    subscriptions.command('list').summary('list them, the oldest first, without their secrets'),
  );
  addListOptions(list);
  addDataOption(list)
    .addHelpText('after', '\nExample:\n  $ extaudit subscriptions list --email you@example.org')
    .action(async (flags: SubscriptionListFlags) => {
      const { runSubscriptionList } = await import('../subscriptions/run-subscriptions.ts');
      await runSubscriptionList(flags);
    });
}

function registerAdd(subscriptions: Command): void {
  const add = addEmailOption(
    subscriptions
      .command('add')
      .summary('have one place told')
      .description(
        'Have one place told of what changes from now on. Prints the id, and on standard error the secret that signs its messages, once.',
      ),
  )
    .requiredOption('--name <name>', 'what messages and lists call it')
    .requiredOption(
      '--url <url>',
      'where messages go; mailto: with up to ten addresses, separated by commas, for mail',
    )
    .addOption(
      new Option(
        '--message <form>',
        'what the receiver understands (default: json, email with mailto:)',
      ).choices(subscriptionFormats),
    )
    .option('--inventory <source>', 'of what this inventory has, instead of everything')
    .option(
      '--extension <ids>',
      "of these extensions, separated by commas; an add-on's own id such as name@example.org will do",
    )
    .option(
      '--events <types>',
      `of these types, separated by commas: ${monitorEventTypes.join(', ')}`,
    )
    .addOption(
      new Option('--min-severity <severity>', 'of this severity and of worse ones').choices(
        severities,
      ),
    )
    .addOption(
      new Option('--frequency <frequency>', 'one message an update, or a digest at 06:00 UTC')
        .choices(subscriptionFrequencies)
        .default('at_once'),
    )
    .option('--secret-file <file>', 'file whose first line is the secret that signs messages');
  addDataOption(add)
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit subscriptions add --email you@example.org --name Security --url https://hooks.example.org/extaudit \\
      --inventory laptops --min-severity medium
  $ extaudit subscriptions add --email you@example.org --name Channel --url https://hooks.slack.com/services/T0/B0/x --message slack
  $ extaudit subscriptions add --email you@example.org --name Mondays --url mailto:security@example.org --frequency weekly`,
    )
    .action(async (flags: SubscriptionFlags) => {
      const { addSubscription } = await import('../subscriptions/run-subscriptions.ts');
      await addSubscription(flags);
    });
}

function registerTest(subscriptions: Command): void {
  const test = addEmailOption(
    subscriptions
      .command('test')
      .summary('send a test message, and say how it went')
      .argument('<id>', 'as `subscriptions list` prints it'),
  );
  addDataOption(test)
    .addHelpText(
      'after',
      '\nExample:\n  $ extaudit subscriptions test --email you@example.org 01a20bd4-7e2a-7e93-a163-4cc07815ba30',
    )
    .action(async (id: string, flags: MemberFlags) => {
      const { testSubscription } = await import('../subscriptions/run-subscriptions.ts');
      await testSubscription(id, flags);
    });
}

function registerRemove(subscriptions: Command): void {
  const remove = addEmailOption(
    subscriptions
      .command('remove')
      .summary('delete a subscription, and what was still to be sent')
      .argument('<id>', 'as `subscriptions list` prints it'),
  );
  addDataOption(remove)
    .addHelpText(
      'after',
      '\nExample:\n  $ extaudit subscriptions remove --email you@example.org 01a20bd4-7e2a-7e93-a163-4cc07815ba30',
    )
    .action(async (id: string, flags: MemberFlags) => {
      const { deleteSubscription } = await import('../subscriptions/run-subscriptions.ts');
      await deleteSubscription(id, flags);
    });
}
