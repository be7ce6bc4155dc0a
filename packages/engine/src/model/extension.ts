import type { Location } from '../finding.ts';
import type { ExtensionPackage } from '../unpack/package.ts';
import type { ContextKind } from '../vocabulary.ts';

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
export type JsonObject = { readonly [key: string]: JsonValue };

/** A package understood: what the browser would make of it, before any code is read. */
export interface Extension {
  readonly package: ExtensionPackage;
  readonly id: ExtensionId;
  readonly manifest: Manifest;
  readonly permissions: Permissions;
  readonly contexts: readonly Context[];
  readonly csp: EffectiveCsp;
  /** SHA-256 of the sorted, normalised permissions and host permissions (design: PermHash). */
  readonly permhash: string;
  /** Google's permhash; absent when `permissions` is empty. */
  readonly permhashMandiant?: string;
}

export interface ExtensionId {
  /** 32 letters a-p. */
  readonly value: string;
  /** `signature`: from a CRX header; `manifest-key`: from `key`; `content`: from the package hash, so it changes with every version. */
  readonly origin: 'signature' | 'manifest-key' | 'gecko-id' | 'content';
  /** What Firefox knows it by, where the id is made of that. */
  readonly geckoId?: string;
}

export interface Manifest {
  /** The file's bytes, unchanged. */
  readonly raw: Uint8Array;
  /** Parsed as Chromium does, with small faults repaired; a duplicate key's last value wins. `Object.create(null)` objects throughout. */
  readonly whole: JsonObject;
  /** The same with every key bounded; what is read and judged. */
  readonly value: JsonObject;
  /** The keys of which `value` does not hold everything. */
  readonly cutKeys: readonly string[];
  /** What Chromium tolerates or ignores and a reader should know: unknown types, duplicate keys, … */
  readonly warnings: readonly ManifestWarning[];
  /** Why browsers refuse to load it, in order; the rest was read as what it is meant to be. Empty for a sound manifest. */
  readonly faults: readonly ManifestWarning[];
  readonly manifestVersion: number;
  /** `__MSG_x__` resolved by the default locale. */
  readonly name: string;
  readonly version: string;
  /** Why no store takes this version. */
  readonly versionProblem?: string;
  readonly description: string;
  readonly author?: string;
  readonly homepageUrl?: string;
  readonly updateUrl?: string;
  readonly contentScripts: readonly ContentScript[];
  readonly background?: Background;
  readonly webAccessibleResources: readonly WebAccessibleResources[];
  readonly externallyConnectable?: ExternallyConnectable;
  /** Where a value stands in manifest.json, by its path, for example `['permissions', 2]`; the nearest ancestor when absent. */
  locate(path: readonly (string | number)[]): Location;
}

export interface ManifestWarning {
  readonly message: string;
  readonly at: Location;
}

export interface ContentScript {
  readonly matches: readonly MatchPattern[];
  readonly excludeMatches: readonly MatchPattern[];
  readonly js: readonly string[];
  readonly css: readonly string[];
  readonly allFrames: boolean;
  readonly matchAboutBlank: boolean;
  readonly runAt: 'document_start' | 'document_end' | 'document_idle';
  readonly world: 'ISOLATED' | 'MAIN';
}

export interface Background {
  readonly type: 'service_worker' | 'page' | 'scripts';
  readonly persistent: boolean;
  /** Service worker file, background scripts, or the page's file. */
  readonly files: readonly string[];
}

export interface WebAccessibleResources {
  readonly resources: readonly string[];
  /** Who may load them; `<all_urls>` for MV2's plain list. */
  readonly matches: readonly MatchPattern[];
  readonly extensionIds: readonly string[];
  readonly useDynamicUrl: boolean;
}

export interface ExternallyConnectable {
  readonly matches: readonly MatchPattern[];
  readonly ids: readonly string[];
  readonly acceptsTlsChannelId: boolean;
}

/** How much of the web a match pattern covers, from least to most. */
export const hostBreadths = [
  'none',
  'specific',
  'subdomains',
  'public-suffix',
  'all-urls',
] as const;
export type HostBreadth = (typeof hostBreadths)[number];

/** https://developer.chrome.com/docs/extensions/develop/concepts/match-patterns */
export interface MatchPattern {
  readonly text: string;
  /** Why Chromium would reject it; then the other fields are empty and `breadth` is `none`. */
  readonly error?: string;
  readonly schemes: readonly string[];
  /** Host without the leading `*.`; `*` for every host; empty for file. */
  readonly host: string;
  readonly includesSubdomains: boolean;
  readonly port?: string;
  readonly path: string;
  readonly breadth: HostBreadth;
}

export interface Permissions {
  /** API permissions that are asked for at install, host patterns of MV2's `permissions` taken out; in declared order. */
  readonly api: readonly ApiPermission[];
  readonly optionalApi: readonly ApiPermission[];
  readonly hosts: readonly HostPermission[];
  readonly optionalHosts: readonly HostPermission[];
  /** Entries that are no known permission and no valid pattern. */
  readonly unknown: readonly { readonly text: string; readonly at: Location }[];
  /** What Chrome shows at install, in its order, absorbed ones left out. */
  readonly warnings: readonly string[];
  /** Widest of host permissions and content script matches that are granted at install. */
  readonly hostBreadth: HostBreadth;
  /** Whether the API permission is asked for at install. */
  has(name: string): boolean;
}

export interface ApiPermission {
  readonly name: string;
  readonly at: Location;
  /** Chrome's own warning, when it has one by itself. */
  readonly warning?: string;
}

export interface HostPermission {
  readonly pattern: MatchPattern;
  readonly at: Location;
}

/** One place in which scripts of the package run together. */
export interface Context {
  readonly kind: ContextKind;
  /** The HTML file, for pages. */
  readonly page?: string;
  /** Script files in order of execution, as far as manifest and HTML tell. */
  readonly scripts: readonly string[];
  /** For content scripts. */
  readonly contentScript?: ContentScript;
}

export interface EffectiveCsp {
  /** Policy text that holds for extension pages: the manifest's, with Chrome's minimum under MV3, or the default. */
  readonly extensionPages: CspPolicy;
  readonly sandbox: CspPolicy;
}

export interface CspPolicy {
  readonly text: string;
  /** Whether the manifest sets it. */
  readonly declared: boolean;
  readonly at: Location;
  readonly directives: ReadonlyMap<string, readonly string[]>;
}
