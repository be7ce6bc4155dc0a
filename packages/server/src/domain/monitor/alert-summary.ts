import type { JsonObject, JsonValue } from '@extaudit/engine';
import type { DeliveryEventType } from '../../storage/monitor-tables.ts';
import type { Alert } from './alert-body.ts';

/** An alert in words, for messages that people read. */
export interface AlertSummary {
  /** Our own words. */
  readonly title: string;
  /** The extension's name. */
  readonly name: string;
  /** What changed, one fact a line; plain text that holds the extension's words. */
  readonly lines: readonly string[];
  /** Of which extension and monitor, and when. */
  readonly origin: string;
}

/** @param charactersMax of all lines together */
export function summarise(alert: Alert, charactersMax: number): AlertSummary {
  const { extension_name, previous_version, new_version, summary_lines, ...rest } = alert.data;
  const name = typeof extension_name === 'string' ? shown(extension_name, 200) : '';
  const lines = [
    ...(summary_lines === undefined ? [] : listOf(summary_lines)),
    ...versionLines(previous_version, new_version),
    ...Object.entries(rest).flatMap(([key, value]) => lineOf(key, value)),
  ];
  const { extensionId, monitorId, timestamp } = alert;
  return {
    title: titles[alert.event],
    name: name === '' ? extensionId : name,
    lines: withinLimit(lines, charactersMax),
    origin: `extension ${extensionId}, monitor ${monitorId}, ${timestamp.toISOString()}`,
  };
}

const titles: Readonly<Record<DeliveryEventType, string>> = {
  version_update: 'New version',
  permission_change: 'Permissions changed',
  manifest_change: 'Manifest changed',
  status_change: 'Status changed',
  security_alert: 'Security alert',
  publisher_change: 'Publisher changed',
  review_alert: 'Reviews changed',
  removed_from_store: 'Removed from the store',
  test: 'Test alert',
};

/**
 * Text on one line, without characters that hide or turn round what follows, and without the openings of
 * templates, which Adaptive Cards would fill in.
 */
function shown(text: string, charactersMax: number): string {
  const plain = text
    .slice(0, 2 * charactersMax)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('{{', '{ {')
    .replaceAll('${', '$ {');
  return plain.length <= charactersMax ? plain : `${plain.slice(0, charactersMax).toWellFormed()}…`;
}

function versionLines(from: JsonValue | undefined, to: JsonValue | undefined): string[] {
  const [before, after] = [textOf(from), textOf(to)];
  if (after === undefined) return [];
  return [before === undefined ? `Version: ${after}` : `Version: ${before} → ${after}`];
}

const itemsMax = 20;
const textCharactersMax = 120;

function lineOf(key: string, value: JsonValue): string[] {
  const label = shown(key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' '), 60);
  if (Array.isArray(value)) {
    const items = value.slice(0, itemsMax).flatMap((item: JsonValue) => textOf(item) ?? []);
    if (items.length === 0) return [];
    const more = value.length > itemsMax ? ` and ${value.length - itemsMax} more` : '';
    return [`${label}: ${items.join(', ')}${more}`];
  }
  if (value !== null && typeof value === 'object') {
    const { from, to } = value as JsonObject;
    const [before, after] = [textOf(from), textOf(to)];
    if (before === undefined && after === undefined) return [];
    return [`${label}: ${before ?? 'none'} → ${after ?? 'none'}`];
  }
  const text = textOf(value);
  return text === undefined ? [] : [`${label}: ${text}`];
}

function textOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return shown(value, textCharactersMax);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function listOf(value: JsonValue): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, itemsMax)
    .flatMap((item: JsonValue) => (typeof item === 'string' ? shown(item, 300) : []));
}

function withinLimit(lines: readonly string[], charactersMax: number): string[] {
  let characters = 0;
  const fitting = lines.filter((line) => (characters += line.length) <= charactersMax);
  const left = lines.length - fitting.length;
  return left === 0 ? fitting : [...fitting, `and ${left} more`];
}
