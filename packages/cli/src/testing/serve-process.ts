import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtCommand } from '../../../../scripts/packages/built-command.ts';

const { program } = await builtCommand();

/** `extaudit serve` as a process, ended in order when it is disposed of. */
export interface ServeProcess extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Where it listens. */
  readonly url: string;
  /** The address of the first set-up, as long as nobody owns the installation. */
  readonly setupUrl: string | undefined;
}

export interface ServeOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Of its standard error, as a shell writes it. */
  readonly redirection?: string;
}

/** Starts the real command in a folder and waits until it says where it listens. */
export async function startServe(
  folder: string,
  { env = {}, redirection = '2>/dev/null' }: ServeOptions = {},
): Promise<ServeProcess> {
  const child = spawn('sh', ['-c', `exec "$0" serve --port 0 ${redirection}`, program], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  const exited = once(child, 'exit');
  let url: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    url ??= /listens on (\S+)/.exec(line)?.[1];
    const setupUrl = /https?:\S+\?code=\S+/.exec(line)?.[0];
    if (url !== undefined && (setupUrl !== undefined || line.includes('Sign in'))) {
      child.stdout.resume();
      return {
        process: child,
        url,
        setupUrl,
        async [Symbol.asyncDispose]() {
          child.kill('SIGTERM');
          await exited;
        },
      };
    }
  }
  throw new Error('the service ended before it listened');
}
