import { severities, type Severity, type MonitorEventType } from '@extaudit/engine/vocabulary';
import type { SecurityReason } from './security-reasons.ts';

/** Details of an event, before they are bounded. */
type Details = Readonly<Record<string, unknown>>;

/** How grave an event is, so that people can choose from where on they want to be told. */
export function eventSeverity(type: MonitorEventType, details: Details): Severity {
  switch (type) {
    case 'security_alert':
      return worst(details['reasons'] as readonly SecurityReason[]);
    case 'removed_from_store':
      return removalSeverity(details['verdict']);
    case 'permission_change':
      return gainsPermission(details) ? 'medium' : 'low';
    case 'publisher_change':
    case 'review_alert':
      return 'medium';
    case 'manifest_change':
    case 'status_change':
      return 'low';
    case 'version_update':
      return 'info';
  }
}

function worst(reasons: readonly SecurityReason[]): Severity {
  const ranks = reasons.map(({ severity }) => severities.indexOf(severity));
  return severities[Math.max(...ranks)] ?? 'high';
}

function removalSeverity(verdict: unknown): Severity {
  if (verdict === 'malware') return 'critical';
  return verdict === null || verdict === undefined ? 'medium' : 'high';
}

/** Optional ones are asked for when they are needed. */
function gainsPermission(details: Details): boolean {
  const isGained = (list: unknown): boolean => Array.isArray(list) && list.length > 0;
  return isGained(details['permissions_added']) || isGained(details['host_permissions_added']);
}
