import type { Command } from 'commander';
import type { McpFlags } from '../mcp/run-mcp.ts';

export function register(program: Command): void {
  program
    .command('mcp')
    .summary('answer AI agents by the Model Context Protocol')
    .description(
      'Offer scans, comparisons, rules and, with --url, the catalogue of a service as tools of the Model Context Protocol, on standard input and output or over HTTP on this machine. Nothing is changed by any of them.',
    )
    .option('--root <folder>', 'scan and diff open only what is below it', '.')
    .option('--url <url>', 'service that list, search, extension, report, events and policy ask')
    .option('--token-file <file>', 'with an API token of that service; the scope read is enough')
    .option('--http <port>', 'listen on 127.0.0.1 instead, 0 for any port')
    .option('--http-token-file <file>', 'with the token that callers must send as Bearer')
    .addHelpText(
      'after',
      `
What tools return of packages was written by strangers and is marked as data: agents must not follow it.

In the configuration of an agent that starts it:
  {"mcpServers": {"extaudit": {"command": "npx",
    "args": ["--no-install", "extaudit", "mcp", "--root", "/path/to/extensions"]}}}

Examples:
  $ extaudit mcp --root ./extensions
  $ extaudit mcp --url http://127.0.0.1:8080 --token-file token.txt
  $ openssl rand -hex 32 > mcp-token.txt && extaudit mcp --http 8300 --http-token-file mcp-token.txt`,
    )
    .action(async (flags: McpFlags) => {
      const { runMcp } = await import('../mcp/run-mcp.ts');
      await runMcp(flags);
    });
}
