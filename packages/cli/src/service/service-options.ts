import type { Command } from 'commander';
import { CommandError } from '../exit.ts';
import type { Config } from '@extaudit/server';

/** Options of the commands that work on the service's data, as commander gives them. */
export interface ServiceFlags {
  readonly dataDir?: string;
  readonly host?: string;
  readonly port?: string;
  readonly role?: string;
  /** Feeds, separated by commas. */
  readonly intelUrls?: string;
  /** `true` or `false`. */
  readonly offline?: string;
}

/** `--data-dir`, for every command that opens the catalogue. */
export function addDataOption(command: Command): Command {
  return command.option(
    '--data-dir <folder>',
    'embedded database and packages (default: .extaudit, or EXTAUDIT_DATA_DIR)',
  );
}

/** `--host` and `--port`, for the commands that listen. */
export function addListenOptions(command: Command): Command {
  return command
    .option('--host <address>', 'address to listen on (default: 127.0.0.1, or EXTAUDIT_HOST)')
    .option('--port <number>', 'port to listen on, 0 for any (default: 8080, or EXTAUDIT_PORT)');
}

/** Settings from flags, environment and `extaudit.config.json`; a wrong one ends the command with a message. */
export async function configOf(flags: ServiceFlags): Promise<Config> {
  const { ConfigError, loadConfig } = await import('@extaudit/server');
  const { dataDir, host, port, role, intelUrls, offline } = flags;
  try {
    return await loadConfig({ flags: { dataDir, host, port, role, intelUrls, offline } });
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}
