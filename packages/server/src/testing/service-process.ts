import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtCommand } from '../../../../scripts/packages/built-command.ts';

const { serviceProgram } = await builtCommand();

/** The service in a process of its own, ended when it is disposed of: before the database and the folder that it uses. */
export interface ServiceProcess extends AsyncDisposable {
  readonly process: ChildProcess;
  /** Everything printed so far. */
  readonly lines: readonly string[];
  /** Waits for a line that was or will be printed. */
  line(pattern: RegExp): Promise<string>;
  /** Sends the signal and waits for the end. @returns exit code, or `null` when the signal ended it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * @param env settings, beside those that the process needs to run at all
 * @param launcher a command that runs the service in its own place
 * @param isQuiet leaves its log out of the test's output
 */
export function startServiceProcess(
  env: Readonly<Record<string, string>>,
  {
    launcher = [],
    isQuiet = false,
  }: { readonly launcher?: readonly string[]; readonly isQuiet?: boolean } = {},
): ServiceProcess {
  // Of our own settings none, so that the test alone says what the service is given.
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const [command, ...args] = [...launcher, process.execPath, serviceProgram];
  const child = spawn(command, args, {
    env: {
      PATH,
      ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
      EXTAUDIT_AUDIT_PROCESSES: '2',
      EXTAUDIT_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', isQuiet ? 'ignore' : 'inherit'],
  });
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on('line', (line) => lines.push(line));
  const exited = once(child, 'exit');
  return {
    process: child,
    lines,
    async line(pattern) {
      for (;;) {
        const found = lines.find((line) => pattern.test(line));
        if (found !== undefined) return found;
        const next = await Promise.race([once(output, 'line'), exited.then(() => 'exited')]);
        if (next === 'exited') throw new Error(`ended without ${pattern}: ${lines.join('\n')}`);
      }
    },
    async end(signal) {
      child.kill(signal);
      const [code] = (await exited) as [number | null];
      return code;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      const killing = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await exited;
      clearTimeout(killing);
    },
  };
}
