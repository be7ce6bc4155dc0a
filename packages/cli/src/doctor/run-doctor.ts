import { examine, type Check } from '@extaudit/server';
import { exitCodes } from '../exit.ts';
import { writeResult } from '../output.ts';
import { configOf, type ServiceFlags } from '../service/service-options.ts';

export interface DoctorFlags extends Pick<ServiceFlags, 'dataDir' | 'host' | 'port'> {
  readonly format: 'text' | 'json';
}

/** Prints a line for each check, and gives the exit code. */
export async function runDoctor({ format, ...flags }: DoctorFlags): Promise<number> {
  const checks = await examine(await configOf(flags));
  await writeResult(
    format === 'json'
      ? `${JSON.stringify({ schema_version: 1, checks }, undefined, 2)}\n`
      : checks.map(lineOf).join(''),
  );
  return checks.some(({ state }) => state === 'problem') ? exitCodes.error : exitCodes.fine;
}

function lineOf({ state, subject, message, advice }: Check): string {
  const line = `${state.padEnd(8)} ${subject}: ${message}`;
  return `${line}${advice === undefined ? '' : `; ${advice}`}\n`;
}
