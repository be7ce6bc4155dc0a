import { readFile } from 'node:fs/promises';
import type { PolicyBrowser } from '@extaudit/contract';
import {
  comparePolicies,
  dryRun,
  makePolicy,
  policyFile,
  readSettings,
  type DryRun,
  type ExtensionSettings,
  type MadePolicy,
  type PolicyForm,
} from '@extaudit/server';
import { showControls } from '@extaudit/engine';
import { CommandError, UsageError } from '../exit.ts';
import { fileProblem } from '../file-problem.ts';
import { inventoryIdOf } from '../inventory/inventory-id-of.ts';
import { writeOutputFile, writeResult } from '../output.ts';
import { asMember, type MemberFlags } from '../service/as-member.ts';

export interface PolicyFlags extends MemberFlags {
  readonly rules?: string;
  readonly browser: PolicyBrowser;
  readonly inventory?: string;
  readonly inForce?: string;
  readonly decisions: boolean;
  readonly format: PolicyForm | 'text';
  readonly output?: string;
}

export async function runPolicy(words: readonly string[], flags: PolicyFlags): Promise<void> {
  const lines = [...(flags.rules === undefined ? [] : await linesOf(flags.rules)), ...words];
  if (lines.length === 0 && !flags.decisions) {
    throw new UsageError(
      'there are no rules; name some, such as "block critical", or --rules FILE',
    );
  }
  const inForce = flags.inForce === undefined ? undefined : await settingsIn(flags.inForce);
  await asMember(flags, async ({ db, now }, { accountId }) => {
    const { browser, inventory: source, decisions: withDecisions, format } = flags;
    const inventoryId = await inventoryIdOf(db, accountId, source);
    const wanted = { accountId, browser, inventoryId, lines, withDecisions };
    const policy = await makePolicy({ db, now }, wanted);
    const run =
      inventoryId === undefined ? undefined : await dryRun(db, inventoryId, policy, now());
    const file = format === 'text' ? undefined : policyFile(policy, format);
    if (format !== 'text' && file === undefined) {
      throw new UsageError(`--format ${format}: ${browser} has no such form`);
    }
    await write(flags.output, file?.text ?? textOf(policy, run, inForce));
  });
}

async function write(output: string | undefined, text: string): Promise<void> {
  if (output === undefined) await writeResult(text);
  else await writeOutputFile('--output', output, text);
}

async function linesOf(file: string): Promise<readonly string[]> {
  return (await textOfFile('--rules', file)).split(/\r?\n/);
}

async function settingsIn(file: string): Promise<ExtensionSettings> {
  const text = await textOfFile('--in-force', file);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`--in-force ${file} is not valid JSON: ${(cause as Error).message}`, {
      cause,
    });
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new UsageError(`--in-force ${file} must hold one JSON object`);
  }
  return readSettings(parsed, file);
}

async function textOfFile(flag: string, file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new CommandError(`${flag} ${file} cannot be read: ${fileProblem(cause)}`, {
      cause,
    });
  }
}

function textOf(
  { browser, entries, notes, settings }: MadePolicy,
  run: DryRun | undefined,
  inForce: ExtensionSettings | undefined,
): string {
  // Names are what authors call their extensions, and several bear the same.
  const keyWidth = Math.max(...entries.map(({ key }) => key.length));
  const lines = [
    ...(entries.length === 0
      ? ['The policy is empty: no rule concerns anything.']
      : entries.map(({ key, sentence }) => `${key.padEnd(keyWidth)}  ${sentence}`)),
    ...notes,
    ...(run ? dryRunLines(browser, run) : []),
    ...(inForce ? differenceLines(inForce, settings) : []),
  ];
  return lines.map((line) => `${showControls(line)}\n`).join('');
}

const machinesShownMax = 5;

function dryRunLines(
  browser: MadePolicy['browser'],
  { machines, extensions, losses }: DryRun,
): readonly string[] {
  const { removed, disabled, limited, kept } = extensions;
  return [
    '',
    `Dry run: ${machinesOf(machines)} ${machines === 1 ? 'loses' : 'lose'} something; of the extensions installed in ${browserNames[browser]} ${removed} are removed, ${disabled} disabled, ${limited} limited, ${kept} kept.`,
    ...losses.map(({ extensionId, name, outcome, loses, machines: count, machineNames }) => {
      const shown = machineNames.slice(0, machinesShownMax);
      const more = count > shown.length ? `${shown.length === 0 ? '' : ', '}…` : '';
      return `  ${outcome.padEnd(8)}  ${extensionId}  ${name}: ${loses.join('; ')}; ${machinesOf(count)} (${shown.join(', ')}${more})`;
    }),
  ];
}

const browserNames = { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox' } as const;

function machinesOf(count: number): string {
  return count === 1 ? '1 machine' : `${count} machines`;
}

function differenceLines(
  inForce: ExtensionSettings,
  settings: ExtensionSettings,
): readonly string[] {
  const differences = comparePolicies(inForce, settings);
  if (differences.length === 0) return ['', 'The policy in force is the same.'];
  return [
    '',
    'Difference to the policy in force:',
    ...differences.map(
      ({ key, change, fields }) => `  ${change.padEnd(7)}  ${key}: ${fields.join('; ')}`,
    ),
  ];
}
