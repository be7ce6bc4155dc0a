import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Column, type subscriptionFormats } from '@extaudit/contract';
import { firefoxExtensionId, isGeckoId } from '@extaudit/engine';
import { type Severity, monitorEventTypes } from '@extaudit/engine/vocabulary';
import {
  type Caller,
  commandLine,
  createSubscription,
  type Desk,
  findSubscription,
  hasLiveWorker,
  listDeliveryAttempts,
  listSubscriptions,
  openDesk,
  removeSubscription,
  sendTestMessage,
  subscriptionData,
  type SubscriptionData,
} from '@extaudit/server';
import { CommandError, UsageError } from '../exit.ts';
import { fileProblem } from '../file-problem.ts';
import { inventoryIdOf } from '../inventory/inventory-id-of.ts';
import type { ListOptions } from '../list/list-options.ts';
import { writeList } from '../list/write-list.ts';
import { writeNotice, writeResult } from '../output.ts';
import { asMember, type MemberFlags } from '../service/as-member.ts';
import { configOf } from '../service/service-options.ts';

type Format = (typeof subscriptionFormats)[number];
type EventType = (typeof monitorEventTypes)[number];

export interface SubscriptionFlags extends MemberFlags {
  readonly name: string;
  readonly url: string;
  /** `--message`: `--format` is that of lists. */
  readonly message?: Format;
  /** By its source. */
  readonly inventory?: string;
  /** Ids, separated by commas. */
  readonly extension?: string;
  /** Types, separated by commas. */
  readonly events?: string;
  readonly minSeverity?: Severity;
  readonly frequency: SubscriptionData['frequency'];
  readonly secretFile?: string;
}

export type SubscriptionListFlags = MemberFlags & ListOptions;

export async function runSubscriptionList(flags: SubscriptionListFlags): Promise<void> {
  await asMember(flags, async ({ db }, caller) => {
    const parts = async function* (): AsyncIterable<readonly SubscriptionData[]> {
      const all = await listSubscriptions(db, caller.accountId);
      yield all.map((subscription) => subscriptionData(subscription, caller));
    };
    await writeList(parts(), columns, shown, flags);
  });
}

/** Prints the id of the subscription, and nothing else, on standard output. */
export async function addSubscription(flags: SubscriptionFlags): Promise<void> {
  const { name, url, frequency, inventory, minSeverity: severityMin = 'info' } = flags;
  const extensionIds = idsIn(flags.extension);
  const events = eventsIn(flags.events);
  if (flags.extension !== undefined && extensionIds.length === 0)
    throw new UsageError('--extension names no extension; leave it out to watch all');
  const format = flags.message ?? (url.startsWith('mailto:') ? 'email' : 'json');
  if (inventory !== undefined && extensionIds.length > 0)
    throw new UsageError('--inventory and --extension are two ways to say of what; name one');
  const secret = await secretIn(flags.secretFile);
  await withDesk(flags, async (desk, { accountId }) => {
    const inventoryId = (await inventoryIdOf(desk.db, accountId, inventory)) ?? null;
    const watches =
      inventoryId === null ? (extensionIds.length > 0 ? 'extensions' : 'all') : 'inventory';
    const what = { watches, inventoryId, extensionIds, events, severityMin } as const;
    const wanted = { accountId, name, url, format, frequency, ...what, secret };
    const made = await createSubscription(desk, wanted, commandLine);
    await writeResult(`${made.subscription.subscriptionId}\n`);
    if (secret === undefined && format !== 'email')
      writeNotice(
        `extaudit: its messages are signed with ${made.secret}, which is not shown again`,
      );
    if (!(await hasLiveWorker(desk.db)))
      writeNotice('extaudit: nothing is watched or sent before `extaudit serve` runs');
  });
}

const testSecondsMax = 30;

/** Waits for the one attempt of a test message. */
export async function testSubscription(subscriptionId: string, flags: MemberFlags): Promise<void> {
  checkId(subscriptionId);
  await withDesk(flags, async (desk, { accountId }) => {
    const subscription = await findSubscription(desk.db, { accountId, subscriptionId });
    if (!subscription) throw new CommandError(unknown(subscriptionId));
    if (!(await hasLiveWorker(desk.db)))
      throw new CommandError('nothing sends messages now; start `extaudit serve` first');
    const deliveryId = await sendTestMessage(desk, subscription);
    for (let second = 0; second < testSecondsMax * 4; second += 1) {
      const [attempt] = await listDeliveryAttempts(desk.db, deliveryId);
      if (attempt?.problem !== undefined)
        throw new CommandError(`the test message did not arrive: ${attempt.problem}`);
      if (attempt) return writeResult(`${subscription.name} has taken the test message\n`);
      await sleep(250);
    }
    throw new CommandError(`nothing has tried to send the test message in ${testSecondsMax} s`);
  });
}

export async function deleteSubscription(
  subscriptionId: string,
  flags: MemberFlags,
): Promise<void> {
  checkId(subscriptionId);
  await withDesk(flags, async (desk, { accountId }) => {
    const isGone = await removeSubscription(desk, { accountId, subscriptionId }, commandLine);
    if (!isGone) throw new CommandError(unknown(subscriptionId));
    await writeResult(`removed subscription ${subscriptionId}\n`);
  });
}

async function withDesk(
  flags: MemberFlags,
  act: (desk: Desk, caller: Caller) => Promise<void>,
): Promise<void> {
  const config = await configOf(flags);
  await asMember(flags, async (catalogue, caller) => {
    await using desk = await openDesk(config, catalogue);
    await act(desk, caller);
  });
}

function unknown(subscriptionId: string): string {
  return `the account has no subscription ${subscriptionId}; \`extaudit subscriptions list\` shows those that there are`;
}

function checkId(text: string): void {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return;
  throw new UsageError(
    `${JSON.stringify(text)} is no id of a subscription; extaudit subscriptions list shows them`,
  );
}

function idsIn(text: string | undefined): readonly string[] {
  return wordsIn(text).map((word) => {
    const id = isGeckoId(word) ? firefoxExtensionId(word) : word;
    if (/^[a-z0-9]{32}$/.test(id)) return id;
    throw new UsageError(
      `--extension has ${JSON.stringify(word)}; it must be ids of 32 lower-case letters or digits, or an add-on's such as name@example.org`,
    );
  });
}

function eventsIn(text: string | undefined): readonly EventType[] {
  const words = wordsIn(text);
  if (text !== undefined && words.length === 0)
    throw new UsageError('--events names no type; leave it out for all');
  const other = words.find((word) => !monitorEventTypes.some((type) => type === word));
  if (other !== undefined)
    throw new UsageError(
      `--events has ${JSON.stringify(other)}; it must be one or more of ${monitorEventTypes.join(', ')}, separated by commas`,
    );
  return words.length === 0
    ? monitorEventTypes
    : monitorEventTypes.filter((type) => words.includes(type));
}

/** Each once. */
function wordsIn(text = ''): readonly string[] {
  return [...new Set(text.split(',').map((word) => word.trim()))].filter((word) => word !== '');
}

const secretLengths = { min: 8, max: 256 } as const;

async function secretIn(file: string | undefined): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((cause: Error) => {
    throw new CommandError(`--secret-file ${file} cannot be read: ${fileProblem(cause)}`, {
      cause,
    });
  });
  const [secret = ''] = text.split(/\r?\n/);
  if (secret.length >= secretLengths.min && secret.length <= secretLengths.max) return secret;
  throw new CommandError(
    `--secret-file ${file} has a first line of ${secret.length} characters; it must have ${secretLengths.min} to ${secretLengths.max}`,
  );
}

const shown = ['id', 'name', 'watches', 'min_severity', 'frequency', 'format', 'url', 'state'];

const columns: readonly Column<SubscriptionData>[] = [
  { name: 'id', of: ({ id }) => id },
  { name: 'name', of: ({ name }) => name },
  { name: 'watches', of: ({ watches }) => watches },
  { name: 'inventory_id', of: ({ inventory_id: id }) => id },
  { name: 'extension_ids', of: ({ extension_ids: ids }) => ids.join(' ') },
  { name: 'events', of: ({ events }) => events.join(' ') },
  { name: 'min_severity', of: ({ min_severity: severity }) => severity },
  { name: 'frequency', of: ({ frequency }) => frequency },
  { name: 'format', of: ({ format }) => format },
  { name: 'url', of: ({ url }) => url },
  { name: 'state', of: stateOf },
  { name: 'created_at', of: ({ created_at: at }) => at },
];

function stateOf({ enabled, disabled_reason: reason, failing_since: since }: SubscriptionData) {
  if (!enabled) return reason === null ? 'disabled' : `disabled: ${reason}`;
  return since === null ? 'works' : `failing since ${since}`;
}
