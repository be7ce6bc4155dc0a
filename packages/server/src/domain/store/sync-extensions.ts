import { PackageError } from '@extaudit/engine';
import { AuditProcessError, BusyMachineError } from '@extaudit/engine/host';
import { Refusal } from '../../errors.ts';
import { listAskedExtensions, saveSource } from '../../storage/catalogue/extension-source.ts';
import type { StoreName } from '../../storage/database/monitor-tables.ts';
import {
  listSyncIds,
  listSyncSources,
  type SyncSource,
} from '../../storage/catalogue/sync-source.ts';
import {
  isGallery,
  StoreError,
  type Store,
  type StoreAnswer,
  type StoreItem,
} from '../../stores/store.ts';
import { storeOf } from '../../stores/store-of.ts';
import { importPackage, type ImportServices } from '../catalogue/import-package.ts';
import { askStore, isFromStore, type Stores } from './ask-store.ts';
import type { OutageServices } from './store-outage.ts';

export interface SyncServices extends ImportServices, OutageServices {
  readonly stores: Stores;
}

/** What became of one extension. */
export interface SyncOutcome {
  readonly extensionId: string;
  readonly store: StoreName;
  readonly outcome: 'created' | 'unchanged' | 'unlisted' | 'unclear' | 'failed';
  /** Of what was created. */
  readonly version?: string;
  /** Of what failed or is unclear. */
  readonly why?: string;
  /** Of what failed: a `StoreErrorCode`, `not-listed` or `package-refused`. */
  readonly code?: string;
}

export interface SyncOptions {
  /** Asked instead of the extensions' own stores. */
  readonly store?: StoreName | undefined;
  /** Asked for what the catalogue does not know. Default: `chrome-web-store`. */
  readonly unknownStore?: StoreName | undefined;
  /** By extension id, of Firefox add-ons that the catalogue may not know. */
  readonly geckoIds?: ReadonlyMap<string, string> | undefined;
  /** Whether the chosen store is not one that the service watches. */
  readonly isOneOff?: boolean | undefined;
  /** Told once for each extension. */
  readonly onOutcome: (outcome: SyncOutcome) => void | Promise<void>;
}

/**
 * Takes the newest versions of extensions into the catalogue, each from its store. One that fails does not keep the
 * others out; nothing else than `onOutcome` rejects.
 */
export async function syncExtensions(
  services: SyncServices,
  extensionIds: readonly string[],
  options: SyncOptions,
): Promise<void> {
  const { store: chosen, unknownStore = 'chrome-web-store', isOneOff = false, onOutcome } = options;
  const { geckoIds = new Map<string, string>() } = options;
  for (let start = 0; start < extensionIds.length; start += batchSize) {
    const ids = extensionIds.slice(start, start + batchSize);
    const sources = await listSyncSources(services.db, ids);
    const known = new Map(sources.map((source) => [source.extensionId, source]));
    const own =
      chosen === undefined ? await groupByStore(services, sources) : new Map<StoreName, string[]>();
    for (const [name, group] of own) {
      for (const outcome of await syncKnown(services, name, group)) await onOutcome(outcome);
    }
    const others = chosen === undefined ? ids.filter((id) => !known.has(id)) : ids;
    const targets = others.map((id) => ({
      id,
      geckoId: known.get(id)?.geckoId ?? geckoIds.get(id),
      held: known.get(id),
    }));
    const byStore = Map.groupBy(targets, ({ geckoId }) => {
      const isAddOn = geckoId !== undefined && chosen === undefined;
      return isAddOn ? 'firefox-add-ons' : (chosen ?? unknownStore);
    });
    for (const [name, group] of byStore) {
      const outcomes = await syncAt(services, { name, isOneOff }, group);
      for (const outcome of outcomes) await onOutcome(outcome);
    }
  }
}

/** Ids of all extensions whose store is known, a thousand at a time. */
export async function* eachSyncBatch({
  db,
}: Pick<SyncServices, 'db'>): AsyncGenerator<readonly string[]> {
  for (let after = ''; ;) {
    const ids = await listSyncIds(db, after, idsAtATime);
    if (ids.length > 0) yield ids;
    if (ids.length < idsAtATime) return;
    after = ids.at(-1) ?? after;
  }
}

const idsAtATime = 1_000;
/** What one request to the Chrome Web Store takes. */
const batchSize = 100;

async function groupByStore(
  { db }: SyncServices,
  sources: readonly SyncSource[],
): Promise<Map<StoreName, string[]>> {
  const groups = new Map<StoreName, string[]>();
  for (const { extensionId, store, manifest, ...from } of sources) {
    const told = storeOf(manifest ?? {}, from);
    if (store === null) await saveSource(db, extensionId, told);
    const name = store ?? told.store;
    groups.set(name, [...(groups.get(name) ?? []), extensionId]);
  }
  return groups;
}

/** Asks as a check does, so that what the store says is noted and a store that fails is left alone. */
async function syncKnown(
  services: SyncServices,
  name: StoreName,
  extensionIds: readonly string[],
): Promise<readonly SyncOutcome[]> {
  const store = services.stores.get(name);
  if (!store) return extensionIds.map((id) => failed(id, name, 'this store is not configured'));
  const startedAt = services.now();
  const asked = await askStore(services, store, extensionIds);
  if (!asked.asked) return extensionIds.map((id) => failed(id, name, asked.problem));
  const fetched = new Map<string, SyncOutcome>();
  for (const item of asked.newVersions)
    fetched.set(item.id, await take(services, { store, isOneOff: false }, item));
  const noted = await listAskedExtensions(services.db, extensionIds);
  return noted.map(({ extensionId, isListed, checkedAt }) => {
    const isAnswered = checkedAt !== null && checkedAt >= startedAt;
    const state = isListed ? 'unchanged' : 'unlisted';
    const outcome = isAnswered ? state : 'unclear';
    return fetched.get(extensionId) ?? { extensionId, store: name, outcome };
  });
}

/** An extension that is not, or not yet, known to come from the store that is asked. */
interface Target {
  readonly id: string;
  readonly geckoId: string | undefined;
  readonly held: SyncSource | undefined;
}

interface From {
  readonly store: Store;
  readonly isOneOff: boolean;
}

/** Asks a store that is not, or not yet, the extensions' own; nothing of what it says is noted of those known. */
async function syncAt(
  services: SyncServices,
  { name, isOneOff }: { readonly name: StoreName; readonly isOneOff: boolean },
  targets: readonly Target[],
): Promise<readonly SyncOutcome[]> {
  const store = services.stores.get(name);
  if (!store) return targets.map(({ id }) => failed(id, name, 'this store is not configured'));
  const queries = targets.map(({ id, geckoId, held }) => ({
    id,
    ...(geckoId !== undefined && { geckoId }),
    ...(held && isFromStore(name, held.origin) && { version: held.version }),
  }));
  let answers: ReadonlyMap<string, StoreAnswer>;
  try {
    answers = await store.lookUp(queries);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return targets.map(({ id }) => failed(id, name, error.message, error.code));
  }
  const outcomes: SyncOutcome[] = [];
  for (const target of targets)
    outcomes.push(await settle(services, { store, isOneOff }, target, answers.get(target.id)));
  return outcomes;
}

async function settle(
  services: SyncServices,
  from: From,
  { id, geckoId, held }: Target,
  answer: StoreAnswer | undefined,
): Promise<SyncOutcome> {
  const { name } = from.store;
  if (answer?.state === 'listed')
    return take(services, from, { id, ...(geckoId !== undefined && { geckoId }), ...answer });
  const why = answer?.state === 'unclear' ? answer.why : 'the store has no such extension';
  if (!held) {
    return failed(id, name, why, answer?.state === 'unclear' ? 'store-unclear' : 'not-listed');
  }
  const outcome = answer?.state ?? 'unclear';
  return { extensionId: id, store: name, outcome, ...(outcome === 'unclear' && { why }) };
}

async function take(
  services: SyncServices,
  { store, isOneOff }: From,
  item: StoreItem,
): Promise<SyncOutcome> {
  const { id } = item;
  try {
    const { source, isNamedByStore = false } = await store.download(item);
    const options = { id, isNamedByStore, isFromStore: true };
    const { version, created } = await importPackage(services, source, options);
    await noteSource(services, { store, isOneOff }, id);
    const outcome = created ? 'created' : 'unchanged';
    return { extensionId: id, store: store.name, outcome, version };
  } catch (error) {
    const isExpected =
      error instanceof StoreError ||
      error instanceof PackageError ||
      error instanceof AuditProcessError ||
      error instanceof BusyMachineError ||
      error instanceof Refusal;
    if (!isExpected) throw error;
    const code = error instanceof StoreError ? error.code : 'package-refused';
    return failed(id, store.name, error.message, code);
  }
}

/** Where the next version will come from. What was noted before stays. */
async function noteSource(
  { db }: SyncServices,
  { store, isOneOff }: From,
  extensionId: string,
): Promise<void> {
  const [source] = await listSyncSources(db, [extensionId]);
  if (!source) return;
  const manifest = source.manifest ?? {};
  // What lies in a folder or a profile most often came from where its manifest says.
  const isItself =
    isGallery(store.name) || (!isOneOff && typeof manifest['update_url'] !== 'string');
  await saveSource(db, extensionId, isItself ? { store: store.name } : storeOf(manifest, source));
}

function failed(
  extensionId: string,
  store: StoreName,
  why: string,
  code = 'store-unavailable',
): SyncOutcome {
  return { extensionId, store, outcome: 'failed', why, code };
}
