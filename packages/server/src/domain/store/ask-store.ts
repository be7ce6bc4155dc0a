import { randomUUIDv7 } from 'node:crypto';
import type { PackageOrigin } from '@extaudit/engine/vocabulary';
import type { Database, DatabaseTransaction } from '../../storage/database/database.ts';
import {
  type AskedExtension,
  type HeldVersion,
  listAskedExtensions,
  listHeldVersions,
  saveStatus,
  saveStoreTold,
  type StoreTold,
} from '../../storage/catalogue/extension-source.ts';
import type { StoreName } from '../../storage/database/monitor-tables.ts';
import { isBelieved } from '../../storage/catalogue/package-origin.ts';
import { findStorePause } from '../../storage/catalogue/store-state.ts';
import { pausedBecause } from '../../stores/pause.ts';
import {
  type Listed,
  namesHashes,
  type Store,
  type StoreAnswer,
  StoreError,
  type StoreItem,
} from '../../stores/store.ts';
import { leaveStoreAlone, noteStoreAnswered, type OutageServices } from './store-outage.ts';
import { storePriority } from './store-priority.ts';

/** The stores that there are, by name. */
export type Stores = ReadonlyMap<StoreName, Store>;

/** A version that a store has and we do not. */
export interface NewVersion extends StoreItem {
  readonly store: StoreName;
}

export type AskOutcome =
  /** These are to be fetched. */
  | {
      readonly asked: true;
      readonly newVersions: readonly NewVersion[];
      /** Nobody was asked, because the service may call nobody. */
      readonly isOffline?: true;
    }
  /** Nothing was learned; not before this moment. */
  | { readonly asked: false; readonly problem: string; readonly pausedUntil: Date };

export interface AskOptions {
  /** Those asked since are not asked again. */
  readonly since?: Date;
  /** Written in one transaction with what the store told. */
  readonly alongside?: (
    trx: DatabaseTransaction,
    newVersions: readonly NewVersion[],
  ) => Promise<void>;
}

/**
 * Asks a store about extensions whose source it is, and notes what it says for certain: what is listed and what no
 * longer is. A store that fails says nothing about any of them, and is left alone for a while by all processes.
 */
export async function askStore(
  services: OutageServices,
  store: Store,
  extensionIds: readonly string[],
  { since, alongside }: AskOptions = {},
): Promise<AskOutcome> {
  const { db, now } = services;
  const pause = await findStorePause(db, store.name, now());
  if (pause)
    return { asked: false, problem: pausedBecause(pause.lastProblem), pausedUntil: pause.until };
  const known = await listAskedExtensions(db, extensionIds);
  // By a clock that was ahead, an extension would seem to have been asked about until that time has come.
  const latest = new Date(now().getTime() + clockMillisecondsMax);
  const asked = known.filter(
    ({ checkedAt }) => !since || !checkedAt || checkedAt < since || checkedAt > latest,
  );
  if (asked.length === 0) return { asked: true, newVersions: [] };
  let answers: ReadonlyMap<string, StoreAnswer>;
  try {
    answers = await store.lookUp(asked.map((extension) => queryOf(store.name, extension)));
    if (disownsMost(asked, answers))
      throw new StoreError('store-answer-invalid', store.name, 'it knows hardly any of its items');
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    // The operator's wish, and no failure; whatever else changes the catalogue is still compared.
    if (error.code === 'store-offline') return { asked: true, newVersions: [], isOffline: true };
    const pausedUntil = await leaveStoreAlone(services, error);
    return { asked: false, problem: error.message, pausedUntil };
  }
  await noteStoreAnswered(services, store.name);
  const newVersions = await newVersionsOf(db, store.name, asked, answers);
  const toFetch = new Set(newVersions.map(({ id }) => id));
  await db.transaction().execute(async (trx) => {
    await noteAnswers(trx, store.name, { asked, answers, toFetch, checkedAt: now() });
    await alongside?.(trx, newVersions);
  });
  return { asked: true, newVersions };
}

/** That clocks of several machines may differ. */
const clockMillisecondsMax = 180_000;

/** At so many at once it is likelier that the store has lost its memory than that it has removed them all. */
const removalsAtOnceMax = 20;

function disownsMost(
  asked: readonly AskedExtension[],
  answers: ReadonlyMap<string, StoreAnswer>,
): boolean {
  const removed = asked.filter(
    (extension) =>
      wasInStore(extension) && answers.get(extension.extensionId)?.state === 'unlisted',
  );
  return removed.length > removalsAtOnceMax && removed.length * 2 > asked.length;
}

/**
 * A version whose package the store cannot have handed out is not one that is held. What was removed has no update either:
 * see `StoreQuery`.
 */
function queryOf(store: StoreName, asked: AskedExtension) {
  const { extensionId, geckoId, version, isListed, etag, updateUrl } = asked;
  const isHeld = isFromStore(store, asked.origin);
  return {
    id: extensionId,
    ...(geckoId !== null && { geckoId }),
    ...(isHeld && isListed !== false && { version }),
    ...(isHeld && etag !== null && { etag }),
    ...(updateUrl !== null && { updateUrl }),
  };
}

async function newVersionsOf(
  db: Database,
  store: StoreName,
  asked: readonly AskedExtension[],
  answers: ReadonlyMap<string, StoreAnswer>,
): Promise<NewVersion[]> {
  const candidates = asked.flatMap(({ extensionId, geckoId, updateUrl }) => {
    const answer = answers.get(extensionId);
    if (answer?.state !== 'listed') return [];
    const { version, sha256 } = answer;
    return [{ extensionId, geckoId, version, sha256, answer, updateUrl }];
  });
  if (candidates.length === 0) return [];
  const held = await listHeldVersions(db, candidates);
  return candidates
    .filter((candidate) => !held.some((version) => isSameVersion(store, candidate, version)))
    .map(({ extensionId, geckoId, answer, updateUrl }) => ({
      store,
      ...itemOf(extensionId, answer),
      ...(geckoId !== null && { geckoId }),
      ...(updateUrl !== null && { updateUrl }),
    }));
}

/** Whether a package may be what the store has. Whoever keeps a folder of packages may keep unsigned ones. */
export function isFromStore(store: StoreName, origin: PackageOrigin | null): boolean {
  if (origin === null) return false;
  return isBelieved(origin) || store === 'folder' || store === 'browser-profile';
}

/** Of a store that names the hash only those bytes will do, and only when they are known to be the store's. */
function isSameVersion(
  store: StoreName,
  {
    extensionId,
    version,
    sha256,
  }: Pick<HeldVersion, 'extensionId' | 'version'> & {
    readonly sha256: string | undefined;
  },
  held: HeldVersion,
): boolean {
  if (held.extensionId !== extensionId) return false;
  if (sha256 !== undefined && namesHashes(store)) {
    return held.sha256 === sha256 && held.origin === 'store';
  }
  return held.version === version && isFromStore(store, held.origin);
}

function itemOf(id: string, { version, codebase, sha256, sizeBytes }: Listed): StoreItem {
  return {
    id,
    version,
    ...(codebase !== undefined && { codebase }),
    ...(sha256 !== undefined && { sha256 }),
    ...(sizeBytes !== undefined && { sizeBytes }),
  };
}

interface Answered {
  readonly asked: readonly AskedExtension[];
  readonly answers: ReadonlyMap<string, StoreAnswer>;
  /** Ids of which a new version is to be fetched. */
  readonly toFetch: ReadonlySet<string>;
  readonly checkedAt: Date;
}

async function noteAnswers(
  trx: DatabaseTransaction,
  store: StoreName,
  { asked: all, answers, toFetch, checkedAt }: Answered,
): Promise<void> {
  const asked = await withoutOvertaken(trx, all);
  const told = asked.flatMap((extension) => {
    const { extensionId } = extension;
    const said = toldBy(store, extension, answers.get(extensionId));
    // A version counts once its package is here.
    return said && toFetch.has(extensionId) ? { ...said, version: null } : (said ?? []);
  });
  const listed = new Map(told.map(({ extensionId, isListed }) => [extensionId, isListed]));
  const idsOf = (extensions: readonly AskedExtension[]): string[] =>
    extensions.map(({ extensionId }) => extensionId);
  const returned = asked.filter(
    ({ extensionId, status, isStatusKnown }) =>
      listed.get(extensionId) === true && (status === 'obsolete' || !isStatusKnown),
  );
  const removed = asked.filter(
    (extension) => listed.get(extension.extensionId) === false && wasInStore(extension),
  );
  await saveStatus(trx, idsOf(removed), 'obsolete');
  await saveStatus(trx, idsOf(returned), 'active');
  // Last, as imports do.
  await saveStoreTold(trx, told, checkedAt);
}

/** Those of which nobody else has noted anything since they were asked about: what was noted later is newer. */
async function withoutOvertaken(
  trx: DatabaseTransaction,
  asked: readonly AskedExtension[],
): Promise<readonly AskedExtension[]> {
  const ids = asked.map(({ extensionId }) => extensionId);
  const present = await listAskedExtensions(trx, ids);
  const byId = new Map(present.map((extension) => [extension.extensionId, extension]));
  return asked.filter(({ extensionId, checkedAt, storeVersion }) => {
    const now = byId.get(extensionId);
    return now?.checkedAt?.getTime() === checkedAt?.getTime() && now?.storeVersion === storeVersion;
  });
}

/** @returns `undefined` for what is not certain */
function toldBy(
  store: StoreName,
  asked: AskedExtension,
  answer: StoreAnswer | undefined,
): StoreTold | undefined {
  const { extensionId, version: held, origin, isListed } = asked;
  switch (answer?.state) {
    case 'listed': {
      const { version, verdict = null } = answer;
      return { extensionId, asked, isListed: true, version, etag: null, verdict };
    }
    case 'unchanged':
      return {
        extensionId,
        asked,
        isListed: true,
        version: isFromStore(store, origin) && isListed !== false ? held : null,
        etag: answer.etag ?? null,
        verdict: null,
      };
    case 'unlisted':
      return {
        extensionId,
        asked,
        isListed: false,
        version: null,
        etag: null,
        verdict: answer.verdict ?? null,
      };
    default:
      return undefined;
  }
}

/** What was uploaded and that no store ever listed has not been removed from one. */
function wasInStore({ status, isListed, publisherId }: AskedExtension): boolean {
  return status === 'active' && (isListed ?? publisherId !== null);
}

/** The job that fetches a new version; there is one for each version at most. */
export function fetchJob(newVersion: NewVersion) {
  const key = `${newVersion.id} ${newVersion.version}`;
  return { id: randomUUIDv7(), data: newVersion, priority: storePriority(newVersion.store), key };
}
