import type { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { buildPages } from '../service/build-pages.ts';
import {
  addDataOption,
  addListenOptions,
  configOf,
  type ServiceFlags,
} from '../service/service-options.ts';

export function register(program: Command): void {
  const command = program
    .command('serve')
    .summary('run the service')
    .description(
      'Run the HTTP API and the workers until SIGTERM or SIGINT. Without DATABASE_URL an embedded PostgreSQL runs in the data folder. On an empty database it prints where to create the first account.',
    )
    .option('--role <role>', 'api, worker or all (default: all, or EXTAUDIT_ROLE)');
  addDataOption(addListenOptions(command))
    .addHelpText(
      'after',
      `
Examples:
  $ extaudit serve
  $ extaudit serve --port 8123 --data-dir /srv/extaudit
  $ DATABASE_URL=postgres://extaudit@db/extaudit extaudit serve --role worker`,
    )
    .action(async (flags: ServiceFlags) => {
      const config = await configOf(flags);
      const pages = await buildPages(config);
      const { serve } = await import('@extaudit/server');
      await serve(config, { version: packageJson.version, ...pages });
    });
}
