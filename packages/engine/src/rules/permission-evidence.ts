import type { Evidence } from '../finding.ts';
import type { Extension, HostBreadth, HostPermission } from '../model/extension.ts';

/** One piece of evidence for each of `names` among the API permissions that are asked for at install. */
export function grantedPermissions(
  { permissions }: Extension,
  names: readonly string[],
): readonly Evidence[] {
  return permissions.api
    .filter(({ name }) => names.includes(name))
    .map(({ name, at, warning }) => ({
      at,
      permission: name,
      note: warning === undefined ? `Asks for "${name}".` : `Asks for "${name}": ${warning}.`,
    }));
}

/** API permissions that by themselves expose data of the user or give power over browser or network. */
export const highRiskPermissions: ReadonlySet<string> = new Set([
  'browsingData',
  'clipboardRead',
  'contentSettings',
  'cookies',
  'debugger',
  'declarativeNetRequestFeedback',
  'declarativeWebRequest',
  'desktopCapture',
  'downloads.open',
  'history',
  'management',
  'nativeMessaging',
  'pageCapture',
  'privacy',
  'proxy',
  'tabCapture',
  'userScripts',
  'vpnProvider',
  'webAuthenticationProxy',
  'webRequest',
  'webRequestBlocking',
]);

/** Host permissions granted at install that cover all sites, or all of a public suffix such as `*.com`. */
export function broadHosts({ permissions }: Extension): readonly Evidence[] {
  return permissions.hosts.filter(({ pattern }) => isBroad(pattern.breadth)).map(hostEvidence);
}

/** Whether the breadth covers sites of many owners. */
export function isBroad(breadth: HostBreadth): boolean {
  return breadth === 'all-urls' || breadth === 'public-suffix';
}

/**
 * Evidence for the named permissions, then for the broad host patterns; nothing unless there are both.
 * Content scripts do not count: API permissions act on host permissions only.
 */
export function withBroadHosts(extension: Extension, names: readonly string[]): Evidence[] {
  const granted = grantedPermissions(extension, names);
  const hosts = broadHosts(extension);
  return granted.length > 0 && hosts.length > 0 ? [...granted, ...hosts] : [];
}

function hostEvidence({ pattern, at }: HostPermission): Evidence {
  return { at, permission: pattern.text, note: `Granted on ${pattern.text}.` };
}
