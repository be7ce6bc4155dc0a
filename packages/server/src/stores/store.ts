import type { PackageSource } from '@extaudit/engine';

/** Where extensions come from; the names that `extension_source.store` holds. */
export type StoreName =
  | 'chrome-web-store'
  | 'edge-add-ons'
  | 'firefox-add-ons'
  | 'update-manifest'
  | 'folder'
  | 'browser-profile';

/** Whether it is a store whose word for a package's hash counts: anybody can keep a folder, or a server of updates. */
export function namesHashes(store: StoreName): boolean {
  return isGallery(store);
}

/** Whether it is a browser maker's own store, which stays an extension's source. */
export function isGallery(store: StoreName): boolean {
  return store === 'chrome-web-store' || store === 'edge-add-ons' || store === 'firefox-add-ons';
}

/** One place that hands out extensions. Connectors keep no state but caches and their pace. */
export interface Store {
  readonly name: StoreName;
  /**
   * What the store says about each id, in as few requests as it allows, however many are asked for.
   * Rejects with `StoreError`: then nothing may be concluded about any of them.
   * @returns an answer for every id that was asked for
   */
  lookUp(queries: readonly StoreQuery[]): Promise<ReadonlyMap<string, StoreAnswer>>;
  /**
   * The package of one version, checked: the hash is the one that the store told, every proof in a CRX
   * matches, its key has this id, and its manifest this version. Rejects with `StoreError`.
   */
  download(item: StoreItem): Promise<StorePackage>;
  /** All that it has, sorted; absent where the store does not tell. */
  readonly listIds?: () => Promise<readonly string[]>;
}

export interface StoreQuery {
  /** 32 letters a-p. */
  readonly id: string;
  /** What a Firefox add-on is asked for by; for `firefox-add-ons` only, and needed there. */
  readonly geckoId?: string;
  /**
   * The newest that we have: an answer of `unchanged` means this one. Without it a store tells all that it knows. To
   * be left out for what was unlisted, since some stores have no update for what they have removed either.
   */
  readonly version?: string;
  /** Of an earlier `unchanged` for the same version and address. */
  readonly etag?: string;
  /** Where to ask; for `update-manifest` only, and needed there. */
  readonly updateUrl?: string;
}

/** What to download: a query's id and address with what a `listed` answer said. */
export interface StoreItem extends Pick<StoreQuery, 'id' | 'geckoId' | 'updateUrl'> {
  readonly version: string;
  /** Without it the store is asked where the package is. */
  readonly codebase?: string;
  /** Lower-case hex. */
  readonly sha256?: string;
  readonly sizeBytes?: number;
}

export type StoreAnswer = Listed | Unchanged | Unlisted | Unclear;

/** The store hands out this version, which is newer than the one that was named or marked with a verdict. */
export interface Listed {
  readonly state: 'listed';
  readonly version: string;
  readonly codebase?: string;
  /** Lower-case hex. */
  readonly sha256?: string;
  readonly sizeBytes?: number;
  readonly verdict?: StoreVerdict;
}

/** The store has nothing newer than the version that was named. */
interface Unchanged {
  readonly state: 'unchanged';
  /** To name the next time, with the same version: only now is it certain that nothing new goes with it. */
  readonly etag?: string;
}

/** A store in good health says of this very id that it has no such item, or that it has taken it down. */
export interface Unlisted {
  readonly state: 'unlisted';
  /** Why it was taken down, where the store tells. */
  readonly verdict?: StoreVerdict;
}

/** The store's answer says nothing certain about this id; treat it as not asked. */
export interface Unclear {
  readonly state: 'unclear';
  readonly why: string;
  /** The store knows it, but offers no version even to one who has none. */
  readonly isWithheld?: boolean;
}

/** What the Chrome Web Store marks items with, which makes the browser disable them. */
export const storeVerdicts = ['malware', 'policy-violation', 'potentially-unwanted'] as const;
export type StoreVerdict = (typeof storeVerdicts)[number];

/** For `importPackage(services, source, { id, isNamedByStore })`. */
export interface StorePackage {
  readonly id: string;
  readonly version: string;
  readonly source: PackageSource;
  /** Lower-case hex, of the bytes as they came; absent for an unpacked folder. */
  readonly sha256?: string;
  /** Whether the store has named this hash. */
  readonly isNamedByStore?: boolean;
}

/**
 * - `store-unavailable`: it could not be asked, or answered that it cannot; again later.
 * - `store-offline`: the service is set to call nobody.
 * - `store-answer-invalid`: it answered something that is no answer.
 * - `destination-refused`: it led to an address that may not be called.
 * - `package-missing`: it has no such package; for `download` only.
 * - `package-mismatch`: the package is not the one that the store told of, or not properly signed.
 */
export type StoreErrorCode =
  | 'store-unavailable'
  | 'store-offline'
  | 'store-answer-invalid'
  | 'destination-refused'
  | 'package-missing'
  | 'package-mismatch';

/** A store could not be used. It never says anything about whether an extension is still there. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly store: StoreName;
  /** As the store asked for, with `store-unavailable`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: StoreErrorCode,
    store: StoreName,
    message: string,
    options: ErrorOptions & { readonly retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.store = store;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
