#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import packageJson from '../package.json' with { type: 'json' };
import type { CommandModule } from './command-module.ts';
import { commands } from './commands/index.ts';
import { CommandError, exitCodes } from './exit.ts';
import { ignoreStreamErrors, ReaderLeft } from './output.ts';

/** What still runs where Node.js is as old as the package allows: all that needs no service. */
const scannerCommands = new Set(['scan', 'diff', 'permhash', 'rules']);
const serviceNodeMin = 24;

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
  for (const { register } of await commandModules(process.argv[2])) register(program);
  nameHelpAfterErrors(program, 'extaudit');
  return program;
}

/** The help that shows what was mistyped is that of the command it was typed for. */
function nameHelpAfterErrors(command: Command, name: string): void {
  command.showHelpAfterError(`(${name} --help shows what is possible)`);
  for (const each of command.commands) nameHelpAfterErrors(each, `${name} ${each.name()}`);
}

/** The command that is asked for alone, because a start must not wait for all the others; all of them for help. */
async function commandModules(name = ''): Promise<readonly CommandModule[]> {
  if (name === '--version' || name === '-V') return [];
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!load) return Promise.all(Object.values(commands).map((loadOne) => loadOne()));
  const { version, execPath } = process;
  if (Number.parseInt(version.slice(1), 10) < serviceNodeMin && !scannerCommands.has(name)) {
    throw new CommandError(
      `${name} needs Node.js ${serviceNodeMin} or newer, and this is ${version} (${execPath}); ${[...scannerCommands].join(', ')} run here`,
    );
  }
  return [await load()];
}
