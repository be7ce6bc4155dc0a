import type { VersionDiff } from '@extaudit/engine';

/** One of the two versions, as the result names it. */
export interface ComparedTarget {
  /** The path as given. */
  readonly target: string;
  readonly extension_id: string;
  readonly name: string;
  readonly version: string;
  readonly package_sha256: string;
}

export interface Entry {
  readonly sign: '+' | '-' | '~';
  readonly text: string;
}

/** What changed, by what it is of; parts without change are left out. */
export function diffSections({
  manifest,
  report,
  files,
}: VersionDiff): readonly (readonly [title: string, entries: readonly Entry[]])[] {
  const finding = ({ id, severity, title }: { id: string; severity: string; title: string }) =>
    `${severity.padEnd(8)}  ${title} (${id})`;
  const all: (readonly [string, Entry[]])[] = [
    ['Permissions', changes(manifest?.permissions)],
    ['Optional permissions', changes(manifest?.optional_permissions)],
    ['Host permissions', changes(manifest?.host_permissions)],
    ['Optional host permissions', changes(manifest?.optional_host_permissions)],
    ['Sites that content scripts run in', changes(manifest?.content_script_matches)],
    ['What Chrome tells the user', changes(manifest?.warnings)],
    ['Flows of data', ratedChanges(report?.flows, flowText)],
    ['Findings', ratedChanges(report?.findings, finding)],
    ['Capabilities', ratedChanges(report?.capabilities, finding)],
    ['Hosts that the code names', changes(report?.hosts, hostText)],
    ['Hosts that are sent data now', added(report?.hosts_sent_data)],
    ['Signing keys', changes(report?.signing_keys)],
    [
      'Keys of the manifest',
      (manifest?.manifest_keys ?? []).map(({ key, change }) => ({
        sign: keySigns[change],
        text: key,
      })),
    ],
    [
      'Files',
      [
        ...changes(files, ({ path, size }) => `${path} (${size} bytes)`),
        ...(files?.changed ?? []).map((file): Entry => ({
          sign: '~',
          text: `${file.path} (${file.before.size} -> ${file.after.size} bytes)`,
        })),
      ],
    ],
  ];
  return all.filter(([, entries]) => entries.length > 0);
}

const keySigns = { added: '+', removed: '-', changed: '~' } as const;

function changes<T = string>(
  change: { readonly added: readonly T[]; readonly removed: readonly T[] } | undefined,
  textOf: (item: T) => string = String,
): Entry[] {
  if (!change) return [];
  return [
    ...change.added.map((item): Entry => ({ sign: '+', text: textOf(item) })),
    ...change.removed.map((item): Entry => ({ sign: '-', text: textOf(item) })),
  ];
}

type Rated<T> = T & { readonly before: string; readonly after: string };

function ratedChanges<T>(
  change:
    | {
        readonly added: readonly T[];
        readonly removed: readonly T[];
        readonly changed: readonly Rated<T>[];
      }
    | undefined,
  textOf: (item: T) => string,
): Entry[] {
  const changed = (change?.changed ?? []).map((item): Entry => ({
    sign: '~',
    text: `${textOf(item)}, confidence ${item.before} -> ${item.after}`,
  }));
  return [...changes(change, textOf), ...changed];
}

function added(texts: readonly string[] = []): Entry[] {
  return texts.map((text) => ({ sign: '+', text }));
}

type FlowChange = NonNullable<VersionDiff['report']>['flows']['added'][number];

function flowText({ direction, source, sink, host }: FlowChange): string {
  return `${direction}: ${source} -> ${sink}${host === undefined ? '' : ` (${host})`}`;
}

function hostText({ host, sends_data }: { host: string; sends_data: boolean }): string {
  return sends_data ? `${host} (is sent data)` : host;
}

/** What a reader should know of the comparison itself. */
export function diffNotes({ report, truncated }: VersionDiff): readonly string[] {
  return [
    ...(report?.same_ruleset === false
      ? ['Two rule sets made the reports, so that findings may differ by rules.']
      : []),
    ...(truncated ? ['Lists of more than 1,000 entries were cut.'] : []),
  ];
}
