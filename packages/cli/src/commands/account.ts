import type { Command } from 'commander';
import { addDataOption, type ServiceFlags } from '../service/service-options.ts';

export function register(program: Command): void {
  const account = program
    .command('account')
    .summary('manage accounts and their API tokens')
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit account create --email you@example.org
  $ extaudit account token create --email you@example.org --name siem --scopes read`,
    );
  registerCreate(account);
  registerResetPassword(account);
  registerRemoveSecondFactor(account);
  const token = account
    .command('token')
    .summary('manage API tokens of a member')
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit account token create --email you@example.org --name siem --scopes read
  $ extaudit account token list --email you@example.org`,
    );
  registerTokenCreate(token);
  registerTokenList(token);
  registerTokenRevoke(token);
}

function registerCreate(account: Command): void {
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

function registerResetPassword(account: Command): void {
  const reset = account
    .command('reset-password')
    .summary('set the password of a member who has forgotten it')
    .description(
      'Set the password of a member, and end all their sessions. API tokens stay, and so does a second factor. The password is asked for, or read from a file or from standard input.',
    )
    .requiredOption('--email <address>', "the member's e-mail address")
    .option('--password-file <file>', 'file whose first line is the password');
  addDataOption(reset)
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit account reset-password --email you@example.org
  $ pass show extaudit | extaudit account reset-password --email you@example.org`,
    )
    .action(async (options: ServiceFlags & { email: string; passwordFile?: string }) => {
      const { resetPassword } = await import('../service/reset-password.ts');
      await resetPassword(options);
    });
}

function registerRemoveSecondFactor(account: Command): void {
  const remove = account
    .command('remove-second-factor')
    .summary('turn the second factor of a member off who has lost it')
    .description(
      'Turn off the second factor of a member who has lost both the authenticator app and the recovery codes. From then on the password alone counts, until they set up another app. Sessions and API tokens stay.',
    )
    .requiredOption('--email <address>', "the member's e-mail address");
  addDataOption(remove)
    .addHelpText(
      'after',
      '\nExample:\n  $ extaudit account remove-second-factor --email you@example.org',
    )
    .action(async (options: MemberFlags) => {
      const { removeSecondFactor } = await import('../service/remove-second-factor.ts');
      await removeSecondFactor(options);
    });
}

type MemberFlags = ServiceFlags & { readonly email: string };

function registerTokenCreate(token: Command): void {
  const create = token
    .command('create')
    .summary('make an API token and print it, this once')
    .description(
      'Make an API token that acts for a member. Only the token goes to standard output. The scope manage, over members, tokens and secrets, is for owners only.',
    )
    .requiredOption('--email <address>', 'the member that the token acts for')
    .requiredOption('--name <text>', 'what the token is for')
    .option('--scopes <list>', 'of read, write and manage, separated by commas', 'read')
    .option('--expires-at <time>', 'ISO 8601 timestamp at which it ends (default: never)');
  addDataOption(create)
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit account token create --email you@example.org --name ci --scopes read,write
  $ extaudit account token create --email you@example.org --name terraform --scopes read,manage
  $ extaudit account token create --email you@example.org --name trial --expires-at 2030-01-31T00:00:00Z`,
    )
    .action(async (options: MemberFlags & { name: string; scopes: string; expiresAt?: string }) => {
      const { createToken } = await import('../service/account-tokens.ts');
      await createToken(options);
    });
}

function registerTokenList(token: Command): void {
  const list = token
    .command('list')
    .summary('list the API tokens that a member sees')
    .description("List a member's API tokens; for an owner, all tokens of the account.")
    .requiredOption('--email <address>', "the member's e-mail address");
  addDataOption(list)
    .addHelpText('after', '\nExample:\n  $ extaudit account token list --email you@example.org')
    .action(async (options: MemberFlags) => {
      const { listTokens } = await import('../service/account-tokens.ts');
      await listTokens(options);
    });
}

function registerTokenRevoke(token: Command): void {
  const revoke = token
    .command('revoke')
    .summary('end an API token at once')
    .argument('<token-id>', 'as `token list` prints it')
    .requiredOption('--email <address>', 'a member who sees the token');
  addDataOption(revoke)
    .addHelpText(
      'after',
      '\nExample:\n  $ extaudit account token revoke --email you@example.org -- Zk3vB0mXq1yT7cLr9dNw2A',
    )
    .action(async (tokenId: string, options: MemberFlags) => {
      const { revokeToken } = await import('../service/account-tokens.ts');
      await revokeToken(tokenId, options);
    });
}
