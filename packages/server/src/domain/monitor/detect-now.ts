import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../errors.ts';
import { findMonitorSeen, saveMonitorChecked } from '../../storage/monitor/monitor-check.ts';
import { listMonitorEvents, type StoredMonitorEvent } from '../../storage/monitor/monitor-event.ts';
import { findPresentExtension } from '../../storage/monitor/present-extension.ts';
import { askStore } from '../store/ask-store.ts';
import { boundedText } from '../alert/bounded-json.ts';
import { type Comparison, compareMonitors } from './compare-monitors.ts';
import { type FactChange, factChanges } from './fact-changes.ts';
import { fetchVersion, type FetchServices, isFetchError } from '../store/fetch-version.ts';
import { ensureSource } from './initial-seen.ts';
import { parseSeen } from './parse-seen.ts';

export interface Detection {
  /** Every fact that differs from what the monitor had seen before. */
  readonly changes: readonly FactChange[];
  /** What this detection, or a check at the same time, has recorded. */
  readonly events: readonly StoredMonitorEvent[];
  readonly checkedAt: Date;
  /** Whether it answered; if not, only what is here was compared. */
  readonly isStoreAsked: boolean;
  /** Why nothing, or not all, was to be had from the store: one sentence. */
  readonly storeError: string | undefined;
  /** An audit is still under way; its events follow. */
  readonly isPending: boolean;
}

export interface DetectOptions {
  /** How long to wait for audits. Default: 25. */
  readonly secondsMax?: number;
}

/** Events of one detection: one of each type, twice if a check came in between. */
const eventsMax = 100;
const pollMilliseconds = 200;

/**
 * Checks one monitor's extension at once, whether it is enabled or not: asks the store, fetches and has audited what is
 * new, compares, and tells what has changed here, also where the store cannot be asked. Refuses a monitor that is gone.
 */
export async function detectNow(
  services: FetchServices,
  monitorId: string,
  { secondsMax = 25 }: DetectOptions = {},
): Promise<Detection> {
  const { db, now } = services;
  const deadline = performance.now() + secondsMax * 1_000;
  const before = await findMonitorSeen(db, monitorId);
  if (!before) throw refuseUnknown();
  const known = new Set((await newestEvents(services, monitorId)).map(({ eventId }) => eventId));
  const { isStoreAsked, storeError } = await askNow(services, before.extensionId);
  const comparison = await compareUntil(services, before.extensionId, monitorId, deadline);
  const checkedAt = now();
  const after = await findMonitorSeen(db, monitorId);
  if (!after) throw refuseUnknown();
  const [old, seen] = [parseSeen(before.seen), parseSeen(after.seen)];
  const changes = old && seen ? factChanges(old, seen) : [];
  if (isStoreAsked && storeError === undefined) await saveMonitorChecked(db, monitorId, checkedAt);
  const events = await newestEvents(services, monitorId);
  return {
    changes,
    events: events.filter(({ eventId }) => !known.has(eventId)).reverse(),
    checkedAt,
    isStoreAsked,
    storeError,
    isPending: comparison === 'pending',
  };
}

function refuseUnknown(): Refusal {
  return new Refusal('monitor_not_found');
}

async function newestEvents(
  { db }: FetchServices,
  monitorId: string,
): Promise<readonly StoredMonitorEvent[]> {
  return (await listMonitorEvents(db, monitorId, {}, { page: 1, pageSize: eventsMax })).items;
}

type Asked = Pick<Detection, 'isStoreAsked' | 'storeError'>;

async function askNow(services: FetchServices, extensionId: string): Promise<Asked> {
  const extension = await findPresentExtension(services.db, extensionId);
  if (!extension) return notAsked('the extension is no longer in the catalogue');
  const storeName = extension.source?.store ?? (await ensureSource(services.db, extension));
  const store = services.stores.get(storeName);
  if (!store) return notAsked(`this service has no ${storeName} to look into`);
  const outcome = await askStore(services, store, [extensionId]);
  if (!outcome.asked) return notAsked(`${storeName} cannot be asked now: ${outcome.problem}`);
  if (outcome.isOffline) return notAsked('this service is offline and asks no store');
  for (const newVersion of outcome.newVersions) {
    try {
      await fetchVersion(services, newVersion);
    } catch (error) {
      if (!isFetchError(error)) throw error;
      return {
        isStoreAsked: true,
        storeError: sentence(
          `version ${newVersion.version} cannot be had from ${storeName} now: ${error.message}`,
        ),
      };
    }
  }
  return { isStoreAsked: true, storeError: undefined };
}

function notAsked(why: string): Asked {
  return { isStoreAsked: false, storeError: sentence(why) };
}

const sentenceCharactersMax = 500;

/** Stores word their problems themselves. */
function sentence(text: string): string {
  return boundedText(text.replaceAll(/\s+/g, ' '), sentenceCharactersMax);
}

async function compareUntil(
  services: FetchServices,
  extensionId: string,
  monitorId: string,
  deadline: number,
): Promise<Comparison> {
  for (;;) {
    const comparison = await compareMonitors(services, extensionId, monitorId);
    if (comparison === 'compared' || performance.now() >= deadline) return comparison;
    await sleep(pollMilliseconds);
  }
}
