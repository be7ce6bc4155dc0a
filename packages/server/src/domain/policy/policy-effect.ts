import type { PolicyBrowser, PolicyOutcome } from '@extaudit/contract';
import { compareExtensionVersions, PatternIndex, isExtensionVersion } from '@extaudit/engine';
import type { ExtensionSetting, ExtensionSettings } from './extension-settings.ts';
import { keyFor } from './browser-dialect.ts';
import type { PolicySubject } from './policy-subject.ts';

export interface PolicyEffect {
  readonly outcome: PolicyOutcome;
  /** What it loses, a clause each; empty where it is kept. */
  readonly loses: readonly string[];
}

/** What settings do to one installed version, as the browser reads them. @param version absent where nobody knows it */
export function effectOf(
  browser: PolicyBrowser,
  settings: ExtensionSettings,
  subject: PolicySubject,
  version: string | undefined,
): PolicyEffect {
  const key = keyFor(browser, subject);
  if (key === undefined) return kept;
  const shared = Object.hasOwn(settings, '*') ? settings['*'] : undefined;
  const own = entryOf(settings, key);
  const setting: ExtensionSetting = own ?? shared ?? {};
  const mode = own?.installation_mode ?? shared?.installation_mode ?? 'allowed';
  if (mode === 'removed' || (mode === 'blocked' && browser === 'firefox')) {
    return { outcome: 'removed', loses: ['the extension itself'] };
  }
  if (mode === 'blocked')
    return { outcome: 'disabled', loses: ['the extension, until it is allowed'] };
  if (browser === 'firefox') return limitedTo(restricted(setting, subject));
  // Manifests repeat themselves.
  const required = new Set(subject.permissions);
  const missing = [...required].filter((name) => setting.blocked_permissions?.includes(name));
  if (missing.length > 0) {
    return { outcome: 'disabled', loses: [`the extension, which requires ${missing.join(', ')}`] };
  }
  const least = setting.minimum_version_required;
  if (least !== undefined && isOlder(version, least)) {
    return { outcome: 'disabled', loses: [`the extension, until it is updated to ${least}`] };
  }
  return limitedTo([...optional(setting, subject), ...hostsOf(setting, subject)]);
}

const kept: PolicyEffect = { outcome: 'kept', loses: [] };

/** Chrome reads several ids with commas between them as well. */
function entryOf(settings: ExtensionSettings, key: string): ExtensionSetting | undefined {
  if (Object.hasOwn(settings, key)) return settings[key];
  const found = Object.entries(settings).find(
    ([keys]) => keys.includes(',') && keys.split(',').includes(key),
  );
  return found?.[1];
}

function limitedTo(loses: readonly string[]): PolicyEffect {
  return loses.length === 0 ? kept : { outcome: 'limited', loses };
}

function optional(
  { blocked_permissions: blocked = [] }: ExtensionSetting,
  { optionalPermissions }: PolicySubject,
): readonly string[] {
  const names = optionalPermissions.filter((name) => blocked.includes(name));
  return names.length === 0 ? [] : [`the permission ${names.join(', ')}, which it may ask for`];
}

function hostsOf(
  { runtime_blocked_hosts: blocked = [] }: ExtensionSetting,
  { hosts }: PolicySubject,
): readonly string[] {
  const touched = touchedBy(hosts, blocked, (pattern) => `${pattern.toLowerCase()}/*`);
  return touched.length === 0 ? [] : [`access to ${touched.join(', ')}`];
}

function restricted(
  { restricted_domains: domains = [] }: ExtensionSetting,
  { hosts }: PolicySubject,
): readonly string[] {
  const touched = touchedBy(hosts, domains, (domain) => `*://*.${domain.toLowerCase()}/*`);
  return touched.length === 0 ? [] : [`content scripts on ${touched.join(', ')}`];
}

/** Those of the entries whose pattern covers one of the hosts, or is covered by one. */
function touchedBy(
  hosts: readonly string[],
  entries: readonly string[],
  patternOf: (entry: string) => string,
): readonly string[] {
  const [known, wide] = [new PatternIndex(hosts), new PatternIndex(entries.map(patternOf))];
  const covering = new Set(hosts.flatMap((host) => wide.covering(host).map(({ text }) => text)));
  return entries.filter(
    (entry) => covering.has(patternOf(entry)) || known.covers(patternOf(entry)),
  );
}

function isOlder(version: string | undefined, least: string): boolean {
  if (version === undefined || !isExtensionVersion(version)) return false;
  return compareExtensionVersions(version, least) < 0;
}
