import type { Command } from 'commander';
import { addDataOption, type ServiceFlags } from '../service/service-options.ts';

export function register(program: Command): void {
  const account = program.command('account').summary('manage accounts');
  const create = account
    .command('create')
    .summary('create an account with its owner')
    .description(
      'Create an account and its owner, who can sign in at once. The password is asked for, or read from a file or from standard input.',
    )
    .requiredOption('--email <address>', "the owner's e-mail address")
    .option('--password-file <file>', 'file whose first line is the password');
  addDataOption(create)
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit account create --email you@example.org
  $ pass show extaudit | extaudit account create --email you@example.org
  $ extaudit account create --email you@example.org --password-file /run/secrets/extaudit`,
    )
    .action(async (options: ServiceFlags & { email: string; passwordFile?: string }) => {
      const { createAccount } = await import('../service/create-account.ts');
      await createAccount(options);
    });
}
