import { PackageError } from '@extaudit/engine';
import { AuditProcessError } from '@extaudit/engine/host';
import { Refusal } from '../../errors.ts';
import { listHeldVersions, raiseStoreVersion } from '../../storage/catalogue/extension-source.ts';
import { savePackageNamed } from '../../storage/catalogue/named-package.ts';
import type { Queue } from '../../storage/database/queue.ts';
import { findStorePause } from '../../storage/catalogue/store-state.ts';
import { findVersion, type Version } from '../../storage/catalogue/version.ts';
import { pausedBecause } from '../../stores/pause.ts';
import { namesHashes, StoreError, type Store, type StorePackage } from '../../stores/store.ts';
import { importPackage, type ImportServices } from '../catalogue/import-package.ts';
import { isFromStore, type NewVersion, type Stores } from './ask-store.ts';
import { requestDueAudits } from '../analysis/request-due-audits.ts';
import { ensureAudit } from '../analysis/ensure-audit.ts';
import { leaveStoreAlone, type OutageServices } from './store-outage.ts';

export interface FetchServices extends ImportServices, OutageServices {
  readonly queue: Queue;
  readonly stores: Stores;
}

/**
 * Downloads a new version, takes it into the catalogue and has it audited; the audit's end compares. Bytes that are there
 * already are not downloaded again, but are known to be the store's from now on. Rejects with a `FetchError`.
 */
export async function fetchVersion(services: FetchServices, wanted: NewVersion): Promise<void> {
  const version = (await recognise(services, wanted)) ?? (await take(services, wanted));
  if (!version) return;
  await raiseStoreVersion(services.db, wanted.id, version.version);
  await requestDueAudits(services, version);
  await ensureAudit(services, { ...version, versionId: version.id });
}

/** @returns the version whose package the store speaks of, where it is held intact */
async function recognise(
  { db, packages, now }: FetchServices,
  { id, version, sha256, store }: NewVersion,
): Promise<Version | undefined> {
  if (sha256 !== undefined && namesHashes(store)) {
    if (!(await packages.isIntact(sha256))) return undefined;
    const named = await savePackageNamed(db, { extensionId: id, sha256, namedAt: now() });
    return named === undefined ? undefined : findVersion(db, id, named);
  }
  const held = await listHeldVersions(db, [{ extensionId: id, version }]);
  const genuine = held.find(({ origin }) => isFromStore(store, origin));
  const isIntact = genuine !== undefined && (await packages.isIntact(genuine.sha256));
  return isIntact ? findVersion(db, id, version) : undefined;
}

/** @returns the version as its manifest writes it: what a store calls 1.0 may be 1.0.0 there */
async function take(services: FetchServices, wanted: NewVersion): Promise<Version | undefined> {
  const store = services.stores.get(wanted.store);
  if (!store) return undefined;
  const { source, id, isNamedByStore = false } = await download(services, store, wanted);
  const options = { id, isNamedByStore, isFromStore: true };
  const { version } = await importPackage(services, source, options).catch((error: unknown) => {
    // Its publisher has signed two packages of one version; the first stays.
    if (!(error instanceof Refusal) || error.code !== 'version_conflict') throw error;
    return wanted;
  });
  return findVersion(services.db, id, version);
}

/** A store that asks for patience gets it from look-ups and other downloads as well, in all processes. */
async function download(
  services: FetchServices,
  store: Store,
  wanted: NewVersion,
): Promise<StorePackage> {
  const { db, now } = services;
  const at = now();
  const pause = await findStorePause(db, store.name, at);
  if (pause) {
    const retryAfterSeconds = Math.ceil((pause.until.getTime() - at.getTime()) / 1_000);
    const why = pausedBecause(pause.lastProblem);
    throw new StoreError('store-unavailable', store.name, why, { retryAfterSeconds });
  }
  try {
    return await store.download(wanted);
  } catch (error) {
    const isPatienceAsked = error instanceof StoreError && error.retryAfterSeconds !== undefined;
    // Of self-hosted extensions each has a server of its own.
    if (isPatienceAsked && store.name !== 'update-manifest') await leaveStoreAlone(services, error);
    throw error;
  }
}

/** Why a version cannot be had: the store, what it handed out, or that this is in quarantine. */
export type FetchError = StoreError | PackageError | AuditProcessError | Refusal;

export function isFetchError(error: unknown): error is FetchError {
  return (
    error instanceof StoreError ||
    error instanceof PackageError ||
    error instanceof AuditProcessError ||
    (error instanceof Refusal && error.code === 'package_quarantined')
  );
}
