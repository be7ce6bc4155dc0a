import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { builtCommand } from '../../../scripts/packages/built-command.ts';

const { program } = await builtCommand();

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the real command as a child process, as a user's shell would; for tests. */
export async function runBinary(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const child = startBinary(args, options);
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    closed,
  ]);
  return { code, stdout, stderr };
}

/** Starts it and leaves it to the test to read and to end. */
export function startBinary(args: readonly string[], options: RunOptions = {}) {
  return spawn(program, args, {
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
