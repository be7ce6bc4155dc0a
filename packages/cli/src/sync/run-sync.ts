import { resolve } from 'node:path';
import { firefoxExtensionId, isGeckoId, showControls } from '@extaudit/engine';
import {
  createDestinationGuard,
  eachSyncBatch,
  openCatalogue,
  openStores,
  syncExtensions,
  type Config,
  type SyncOutcome,
} from '@extaudit/server';
import { CommandError, exitCodes } from '../exit.ts';
import { writeNotice, writeResult } from '../output.ts';
import { startProgress } from '../progress.ts';
import { configOf, type ServiceFlags } from '../service/service-options.ts';

export interface SyncFlags extends Pick<ServiceFlags, 'dataDir'> {
  /** `true`: the one that is configured. */
  readonly folder?: string | true;
  readonly profiles?: boolean;
  readonly store: 'chrome-web-store' | 'edge-add-ons';
  readonly quiet: boolean;
}

type Counts = Record<SyncOutcome['outcome'], number>;

/** Fetches what there is, says what came and what could not, and gives the exit code. */
export async function runSync(names: readonly string[], flags: SyncFlags): Promise<number> {
  const wrong = names.find((name) => !/^[a-p]{32}$/.test(name) && !isGeckoId(name));
  if (wrong !== undefined) {
    throw new CommandError(
      `${showControls(wrong)} is no extension id; it must be 32 letters from a to p, or an add-on's such as name@example.org`,
    );
  }
  const geckoIds = new Map(
    names.filter(isGeckoId).map((name) => [firefoxExtensionId(name), name] as const),
  );
  const ids = names.map((name) => (isGeckoId(name) ? firefoxExtensionId(name) : name));
  const config = await configOf({ ...(flags.dataDir !== undefined && { dataDir: flags.dataDir }) });
  const local = localSource(flags, config);
  if (config.offline && !local) {
    throw new CommandError('EXTAUDIT_OFFLINE is true, so no store is asked');
  }
  await using catalogue = await openCatalogue(config, { log: writeNotice });
  const stores = openStores(
    { ...config, watchedFolder: local?.folder ?? config.watchedFolder },
    {
      destinations: createDestinationGuard({ allowPrivate: config.allowPrivateDestinations }),
      pool: catalogue.pool,
    },
  );
  const counts: Counts = { created: 0, unchanged: 0, unlisted: 0, unclear: 0, failed: 0 };
  const problems = new Set<string>();
  const everything = local ? [await idsOf(stores.get(local.store))] : eachSyncBatch(catalogue);
  for await (const batch of ids.length > 0 ? [[...new Set(ids)]] : everything) {
    const progress = startProgress(batch.length, flags.quiet);
    const onOutcome = (outcome: SyncOutcome): Promise<void> => {
      counts[outcome.outcome] += 1;
      progress.advance(outcome.extensionId);
      return tell(outcome, ids.length > 0, problems);
    };
    const options = {
      store: local?.store,
      unknownStore: flags.store,
      geckoIds,
      isOneOff: local?.isOneOff,
    };
    await syncExtensions({ ...catalogue, stores, log: writeNotice }, batch, {
      ...options,
      onOutcome,
    }).finally(() => progress.stop());
  }
  await writeResult(`${summaryOf(counts)}\n`);
  return counts.failed > 0 ? exitCodes.error : exitCodes.fine;
}

interface LocalSource {
  readonly store: 'folder' | 'browser-profile';
  /** Absolute. */
  readonly folder?: string;
  readonly isOneOff?: boolean;
}

function localSource({ folder, profiles }: SyncFlags, config: Config): LocalSource | undefined {
  if (profiles) return { store: 'browser-profile' };
  if (folder === undefined) return undefined;
  const path = folder === true ? config.watchedFolder : resolve(folder);
  if (path === undefined) {
    throw new CommandError('--folder needs a folder, or EXTAUDIT_WATCHED_FOLDER');
  }
  return { store: 'folder', folder: path, isOneOff: path !== config.watchedFolder };
}

async function idsOf(
  store: { readonly listIds?: () => Promise<readonly string[]> } | undefined,
): Promise<readonly string[]> {
  try {
    return (await store?.listIds?.()) ?? [];
  } catch (error) {
    throw new CommandError((error as Error).message, { cause: error });
  }
}

/**
 * Of what stays as it is only where it was asked for by name; and why something failed once, where it is a problem of
 * a whole store.
 * @param problems that were told before
 */
async function tell(
  { extensionId, outcome, version, store, why = 'it does not say' }: SyncOutcome,
  isNamed: boolean,
  problems: Set<string>,
): Promise<void> {
  if (outcome === 'failed' || (outcome === 'unclear' && isNamed)) {
    const problem = `${outcome} at ${store}: ${showControls(why)}`;
    if (isNamed || !problems.has(problem)) writeNotice(`${extensionId}: ${problem}`);
    problems.add(problem);
    if (!isNamed) await writeResult(`${outcome}  ${extensionId}  ${store}\n`);
  } else if (outcome === 'created' || outcome === 'unlisted' || isNamed) {
    const what = version === undefined ? '' : `  ${showControls(version)}`;
    await writeResult(`${outcome}  ${extensionId}${what}  ${store}\n`);
  }
}

function summaryOf({ created, unchanged, unlisted, unclear, failed }: Counts): string {
  const versions = created === 1 ? '1 new version' : `${created} new versions`;
  return `${versions}, ${unchanged} unchanged, ${unlisted} unlisted, ${unclear} unclear, ${failed} failed`;
}
