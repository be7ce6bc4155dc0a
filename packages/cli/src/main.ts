#!/usr/bin/env node
import { readdirSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import { CommandError, exitCodes } from './exit.ts';
import { ignoreStreamErrors, ReaderLeft } from './output.ts';

/** What each file in `commands/` exports. It must import lazily whatever is slow to load. */
interface CommandModule {
  readonly register: (program: Command) => void;
}

ignoreStreamErrors([process.stdout, process.stderr]);
await main();

async function main(): Promise<void> {
  try {
    const program = await buildProgram();
    await program.parseAsync();
  } catch (error) {
    if (error instanceof ReaderLeft) return;
    if (error instanceof CommanderError) {
      // It has said what is wrong, or shown the help that was asked for.
      process.exitCode = error.exitCode === 0 ? exitCodes.fine : exitCodes.wrongUse;
      return;
    }
    const isCommandError = error instanceof CommandError;
    const text = isCommandError || isStartError(error) ? error.message : stackOf(error);
    process.stderr.write(`extaudit: ${text}\n`);
    process.exitCode = isCommandError ? error.exitCode : exitCodes.error;
  }
}

/** Told by its code, because most commands must not wait for the server to load. */
function isStartError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'cannot-start';
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

async function buildProgram(): Promise<Command> {
  const program = new Command('extaudit')
    .description(
      'Security audit of browser extensions: what they can do, what they do, and why it matters.',
    )
    .version(packageJson.version)
    .exitOverride()
    .showHelpAfterError('(extaudit --help shows what is possible)')
    .addHelpText(
      'after',
      `
Exit codes: 0 fine, 1 error, 2 gate closed, 3 something could not be analysed, 64 wrong use.

Examples:
  $ extaudit scan extension.crx
  $ extaudit scan ./dist --fail-on high
  $ extaudit scan ./dist --baseline extaudit-baseline.json
  $ extaudit diff released.crx ./dist --fail-on-increase
  $ extaudit rules explain all-urls-with-web-request`,
    );
  for (const { register } of await commandModules()) register(program);
  return program;
}

async function commandModules(): Promise<readonly CommandModule[]> {
  const folder = new URL('commands/', import.meta.url);
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
  return Promise.all(
    files.map((file) => import(new URL(file, folder).href) as Promise<CommandModule>),
  );
}
