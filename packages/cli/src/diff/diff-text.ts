import { styleText } from 'node:util';
import { showControls, type VersionDiff } from '@extaudit/engine';

/** One of the two versions, as the result names it. */
export interface ComparedTarget {
  /** The path as given. */
  readonly target: string;
  readonly extension_id: string;
  readonly name: string;
  readonly version: string;
  readonly package_sha256: string;
}

interface Entry {
  readonly sign: '+' | '-' | '~';
  readonly text: string;
}

const entriesShownMax = 25;

/** What changed, for people; parts without change are left out. Shows hostile text as text. */
export function diffText(
  { before, after }: { readonly before: ComparedTarget; readonly after: ComparedTarget },
  diff: VersionDiff,
  color: boolean,
): string {
  const sections = sectionsOf(diff).filter(([, entries]) => entries.length > 0);
  const blocks = [
    [
      `${nameOf(before)} -> ${nameOf(after)}`,
      `  before  ${before.target}`,
      `  after   ${after.target}`,
      ...riskLines(diff),
      ...updateLines(diff),
      ...fileCountLines(diff),
    ].map(showControls),
    ...sections.map(([title, entries]) => sectionLines(title, entries, color)),
    ...(sections.length === 0 ? [['Nothing that is compared has changed.']] : []),
    ...notes(diff).map((note) => [note]),
  ];
  return blocks.map((lines) => lines.map((line) => `${line}\n`).join('')).join('\n');
}

function nameOf({ name, version }: ComparedTarget): string {
  return `${name} ${version}`;
}

function riskLines({ report }: VersionDiff): string[] {
  if (!report) return [];
  const { before, after } = report.risk;
  return [
    `  risk    ${before.risk_score} -> ${after.risk_score} of 100, ${step(before.risk_level, after.risk_level)}`,
    `  verdict ${step(before.classification, after.classification)}`,
  ];
}

/** What users notice of the update, which Chrome decides by its warnings. */
function updateLines({ manifest }: VersionDiff): string[] {
  if (manifest === undefined) return [];
  return [
    manifest.held_until_accepted
      ? '  update  Chrome disables it until the user agrees to the new warnings'
      : '  update  reaches users without a question',
  ];
}

function step(before: string, after: string): string {
  return before === after ? `${before} as before` : `${before} -> ${after}`;
}

function fileCountLines({ files }: VersionDiff): string[] {
  if (!files) return [];
  const { added, removed, changed, unchanged_count } = files;
  return [
    `  files   ${added.length} added, ${removed.length} removed, ${changed.length} changed, ${unchanged_count} unchanged`,
  ];
}

function sectionsOf({ manifest, report, files }: VersionDiff): (readonly [string, Entry[]])[] {
  const finding = ({ id, severity, title }: { id: string; severity: string; title: string }) =>
    `${severity.padEnd(8)}  ${title} (${id})`;
  return [
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

const signStyles = { '+': 'red', '-': 'green', '~': 'yellow' } as const;

function sectionLines(title: string, entries: readonly Entry[], color: boolean): string[] {
  const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
    color ? styleText(style, text, { validateStream: false }) : text;
  const hidden = entries.length - entriesShownMax;
  return [
    paint('bold', title),
    ...entries
      .slice(0, entriesShownMax)
      .map(({ sign, text }) => `  ${paint(signStyles[sign], sign)} ${showControls(text)}`),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
  ];
}

function notes({ report, truncated }: VersionDiff): string[] {
  return [
    ...(report?.same_ruleset === false
      ? ['Two rule sets made the reports, so that findings may differ by rules.']
      : []),
    ...(truncated ? ['Lists of more than 1,000 entries were cut.'] : []),
  ];
}
