import { hostBreadths, type HostBreadth, type Permissions } from '../model/extension.ts';
import type { RiskLevel } from '../vocabulary.ts';
import type { PermissionsAnalysis } from './security-report.ts';

/** Permissions asked for at install, counted and judged by the specification's table of risky patterns. */
export function analysePermissions(permissions: Permissions): PermissionsAnalysis {
  const broadHost = permissions.hosts.find(({ pattern }) => isBroad(pattern.breadth))?.pattern.text;
  return {
    total_permissions: permissions.api.length + permissions.hosts.length,
    high_risk_permissions:
      permissions.api.filter(({ name }) => highRiskPermissions.has(name)).length +
      permissions.hosts.filter(({ pattern }) => isBroad(pattern.breadth)).length,
    host_permissions_scope: hostScopes[permissions.hostBreadth],
    dangerous_combinations: riskyPatterns
      .filter(({ names }) => names.every((name) => permissions.has(name)))
      .flatMap(({ names, withBroadHosts, risk }) => {
        if (!withBroadHosts) return [{ permissions: names, risk }];
        return broadHost === undefined ? [] : [{ permissions: [...names, broadHost], risk }];
      }),
    warnings: permissions.warnings,
  };
}

const hostScopes: Readonly<Record<HostBreadth, PermissionsAnalysis['host_permissions_scope']>> = {
  none: 'none',
  specific: 'specific',
  subdomains: 'specific',
  'public-suffix': 'broad',
  'all-urls': 'all_urls',
};

/** "Permission patterns considered risky" of the API specification, in its order. */
const riskyPatterns: readonly RiskyPattern[] = [
  { names: ['webRequest'], withBroadHosts: true, risk: 'high' },
  { names: ['cookies'], withBroadHosts: true, risk: 'high' },
  { names: ['nativeMessaging'], withBroadHosts: true, risk: 'critical' },
  { names: ['management'], withBroadHosts: false, risk: 'high' },
  { names: ['debugger'], withBroadHosts: false, risk: 'critical' },
  { names: ['proxy'], withBroadHosts: false, risk: 'high' },
];

interface RiskyPattern {
  readonly names: readonly string[];
  readonly withBroadHosts: boolean;
  readonly risk: RiskLevel;
}

/** Each gives away data of many sites, or power outside the extension, by itself. */
const highRiskPermissions: ReadonlySet<string> = new Set([
  'clipboardRead',
  'contentSettings',
  'cookies',
  'debugger',
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

function isBroad(breadth: HostBreadth): boolean {
  return hostBreadths.indexOf(breadth) >= hostBreadths.indexOf('public-suffix');
}
