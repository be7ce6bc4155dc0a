import { readFile, realpath } from 'node:fs/promises';
import { once } from 'node:events';
import { createClient } from '@extaudit/client';
import { createAuditPool } from '@extaudit/engine/host';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CommandError } from '../exit.ts';
import { fileProblem } from '../file-problem.ts';
import { writeNotice } from '../output.ts';
import { createMcpServer, type McpServices } from './create-mcp-server.ts';
import { startMcpHttp } from './start-mcp-http.ts';

export interface McpFlags {
  readonly root: string;
  readonly url?: string;
  readonly tokenFile?: string;
  readonly http?: string;
  readonly httpTokenFile?: string;
}

/** Answers until its caller leaves, or over HTTP until it is ended. */
export async function runMcp(flags: McpFlags): Promise<void> {
  const root = await realpath(flags.root).catch((cause: Error) => {
    throw new CommandError(`--root ${flags.root} cannot be read: ${fileProblem(cause)}`, { cause });
  });
  const client = await clientOf(flags);
  const pool = createAuditPool({ processes: 1 });
  const services: McpServices = { root, pool, client };
  try {
    if (flags.http === undefined) return await answerStandardInput(services);
    await answerHttp(services, flags.http, flags.httpTokenFile);
  } finally {
    await pool.close();
  }
}

async function answerStandardInput(services: McpServices): Promise<void> {
  const server = createMcpServer(services);
  await server.connect(new StdioServerTransport());
  await once(process.stdin, 'end');
  await server.close();
}

async function answerHttp(
  services: McpServices,
  portText: string,
  tokenFile: string | undefined,
): Promise<void> {
  const port = Number(portText);
  if (!/^\d{1,5}$/.test(portText) || port > 65_535) {
    throw new CommandError(`--http is ${JSON.stringify(portText)}; it must be a port, 0 to 65535`);
  }
  if (tokenFile === undefined) {
    throw new CommandError('--http needs --http-token-file: others on this machine could call it');
  }
  const token = await readToken('--http-token-file', tokenFile);
  await using listening = await startMcpHttp(services, { port, token });
  writeNotice(`extaudit: answers at ${listening.url}`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}

async function clientOf({ url, tokenFile }: McpFlags): Promise<McpServices['client']> {
  if (url === undefined && tokenFile === undefined) return undefined;
  if (url === undefined || tokenFile === undefined) {
    throw new CommandError('--url and --token-file belong together');
  }
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new CommandError(`--url is ${JSON.stringify(url)}; it must be http:// or https://`);
  }
  return createClient({ baseUrl: url, token: await readToken('--token-file', tokenFile) });
}

const tokenCharactersMin = 16;

async function readToken(option: string, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new CommandError(`${option} ${file} cannot be read: ${fileProblem(cause)}`, { cause });
  });
  const token = text.trim();
  if (token.length >= tokenCharactersMin && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new CommandError(
    `${option} ${file} must hold one token of at least ${tokenCharactersMin} characters`,
  );
}
