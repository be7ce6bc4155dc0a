import type { JsonObject, JsonValue, Permissions } from '../model/extension.ts';
import { isList, isObject } from '../model/manifest-reader.ts';
import { readManifest } from '../model/manifest.ts';
import { parseMatchPattern } from '../model/match-pattern.ts';
import { namesOfEntry } from '../model/permhash.ts';
import { readPermissions } from '../model/permissions.ts';
import { isPrivilegeIncrease, type WarnedAbout } from '../model/privilege-increase.ts';
import { changeOf, type Change } from './change.ts';

export interface ManifestDiff {
  readonly permissions: Change;
  readonly optional_permissions: Change;
  /** With those that MV2 keeps among the permissions. */
  readonly host_permissions: Change;
  readonly optional_host_permissions: Change;
  /** Where content scripts run. */
  readonly content_script_matches: Change;
  /** As Chrome words them at install. */
  readonly warnings: Change;
  /** Whether Chrome disables the update until the user agrees to what it may do more. */
  readonly held_until_accepted: boolean;
  /** Top-level keys, sorted. The order of keys within makes no difference. */
  readonly manifest_keys: readonly ManifestKeyChange[];
}

interface ManifestKeyChange {
  readonly key: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** JSON with sorted keys, cut at 2,000 characters; absent where the key is. */
  readonly before?: string;
  readonly after?: string;
}

/** Compares two manifests as parsed; wrong types in them count as absent. */
export function diffManifests(before: JsonObject, after: JsonObject): ManifestDiff {
  const [old, now] = [askedPermissions(before), askedPermissions(after)];
  return {
    permissions: changeOf(old.api, now.api),
    optional_permissions: changeOf(old.optionalApi, now.optionalApi),
    host_permissions: changeOf(old.hosts, now.hosts),
    optional_host_permissions: changeOf(old.optionalHosts, now.optionalHosts),
    content_script_matches: changeOf(contentScriptMatches(before), contentScriptMatches(after)),
    warnings: changeOf(permissionsOf(before).warnings, permissionsOf(after).warnings),
    held_until_accepted: isPrivilegeIncrease(warnedAbout(before), warnedAbout(after)),
    manifest_keys: keyChanges(before, after),
  };
}

/** What a manifest asks for, as written, in its order. */
export interface AskedPermissions {
  readonly api: readonly string[];
  readonly optionalApi: readonly string[];
  /** With those that MV2 keeps among the permissions. */
  readonly hosts: readonly string[];
  readonly optionalHosts: readonly string[];
}

/** Every name as written, known or not: one that no browser knows yet is a change as well. */
export function askedPermissions(manifest: JsonObject): AskedPermissions {
  const names = namesIn(manifest['permissions']);
  const optional = namesIn(manifest['optional_permissions']);
  const isHost = (name: string): boolean =>
    manifest['manifest_version'] === 2 && parseMatchPattern(name).error === undefined;
  return {
    api: names.filter((name) => !isHost(name)),
    optionalApi: optional.filter((name) => !isHost(name)),
    hosts: [...names.filter(isHost), ...namesIn(manifest['host_permissions'])],
    optionalHosts: [...optional.filter(isHost), ...namesIn(manifest['optional_host_permissions'])],
  };
}

function namesIn(list: JsonValue | undefined): string[] {
  return isList(list) ? list.flatMap(namesOfEntry) : [];
}

/** What Chrome's warnings are made of in a manifest. */
export function warnedAbout(manifest: JsonObject): WarnedAbout {
  const { api, hosts } = permissionsOf(manifest);
  return {
    names: api.map(({ name }) => name),
    hosts: [
      ...hosts.map(({ pattern }) => pattern),
      ...contentScriptMatches(manifest).map(parseMatchPattern),
    ],
    manifest,
  };
}

/** Sites that content scripts run in, as written. */
export function contentScriptMatches(manifest: JsonObject): string[] {
  const scripts = manifest['content_scripts'];
  if (!isList(scripts)) return [];
  return scripts.flatMap((script) => (isObject(script) ? namesIn(script['matches']) : []));
}

/** What the warnings are made of. */
export const warningKeys = [
  'permissions',
  'host_permissions',
  'content_scripts',
  'chrome_url_overrides',
  'chrome_settings_overrides',
  'devtools_page',
] as const;

/** Of a manifest that may lack what a package's manifest must have. */
function permissionsOf(manifest: JsonObject): Permissions {
  const relevant = Object.fromEntries(
    warningKeys.flatMap((key) => {
      const value = manifest[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
  const version = manifest['manifest_version'] === 2 ? 2 : 3;
  const text = JSON.stringify({ manifest_version: version, name: '', version: '0', ...relevant });
  const files = new Map([['manifest.json', new TextEncoder().encode(text)]]);
  return readPermissions(readManifest(files));
}

const valueCharactersMax = 2_000;

function keyChanges(before: JsonObject, after: JsonObject): ManifestKeyChange[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key): ManifestKeyChange[] => {
    const [old, now] = [ownJson(before, key), ownJson(after, key)];
    if (old === now) return [];
    const shown = {
      ...(old !== undefined && { before: old.slice(0, valueCharactersMax) }),
      ...(now !== undefined && { after: now.slice(0, valueCharactersMax) }),
    };
    if (old === undefined) return [{ key, change: 'added', ...shown }];
    return [{ key, change: now === undefined ? 'removed' : 'changed', ...shown }];
  });
}

function ownJson(manifest: JsonObject, key: string): string | undefined {
  if (!Object.hasOwn(manifest, key)) return undefined;
  return JSON.stringify(manifest[key], sortKeys);
}

function sortKeys(_key: string, value: JsonValue): unknown {
  if (!isObject(value)) return value;
  const sorted = Object.create(null) as Record<string, JsonValue>;
  for (const key of Object.keys(value).sort()) sorted[key] = value[key] as JsonValue;
  return sorted;
}
