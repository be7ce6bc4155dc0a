import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallResult } from '@extaudit/client';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { operations, reading, type DataIn } from '../../../../api/api.ts';
import { Answer } from '../../../../components/answer.tsx';
import { countOf, formatBytes, words } from '../../../../components/format.tsx';
import { Panel } from '../../../../components/page.tsx';
import { Risk } from '../../../../components/risk.tsx';
import { Empty } from '../../../../components/states.tsx';
import { useExtension, useVersion } from '../use-extension.ts';
import { ChangeList } from './change-list.tsx';
import styles from './diff.module.css';
import { FileDiff } from './file-diff.tsx';

type Diff = DataIn<CallResult<typeof operations.diffVersions>>;

/** What an update can do, asks for, sends and holds that the version before did not. */
export function DiffPage() {
  const { extensionId } = useVersion();
  const search = useSearch({ from: '/members/extensions/$extensionId/diff' });
  const versions = useExtension().data?.data.extension_versions ?? [];
  // The newest two, unless the address names others.
  const { from = versions[1]?.version, to = versions[0]?.version, path } = search;
  const isComplete = from !== undefined && to !== undefined;
  const diff = useQuery({
    ...reading(operations.diffVersions, {
      params: { extensionId, version: from ?? '', other: to ?? '' },
    }),
    enabled: isComplete,
  });
  if (!isComplete) {
    return (
      <Empty title="There is nothing to compare">
        Only one version is known. A later one is compared with it here.
      </Empty>
    );
  }
  const names = versions.map(({ version }) => version);
  return (
    <div className="stack">
      <VersionPair from={from} to={to} versions={names} />
      <Answer query={diff}>
        {({ data }) => (
          <div className="stack">
            <Summary diff={data} />
            {data.manifest && <ManifestChanges manifest={data.manifest} />}
            {data.report && <ReportChanges report={data.report} />}
            {data.files && <Files files={data.files} />}
            {data.files_not_compared !== undefined && (
              <p>The files were not compared: {data.files_not_compared}.</p>
            )}
            {path !== undefined && (
              <FileDiff key={`${from} ${to} ${path}`} from={from} to={to} path={path} />
            )}
          </div>
        )}
      </Answer>
    </div>
  );
}

function VersionPair({
  from,
  to,
  versions,
}: {
  readonly from: string;
  readonly to: string;
  readonly versions: readonly string[];
}) {
  const navigate = useNavigate();
  const choice = (label: string, value: string, change: (version: string) => object) => (
    <Select
      label={label}
      className={styles['version'] ?? ''}
      allowDeselect={false}
      searchable
      data={[...new Set([...versions, value])]}
      value={value}
      onChange={(version) =>
        void navigate({
          from: '/extensions/$extensionId/diff',
          to: '.',
          search: (before) => ({ ...before, from, to, ...change(version ?? value) }),
        })
      }
    />
  );
  return (
    <div className="fields">
      {choice('From version', from, (version) => ({ from: version }))}
      {choice('To version', to, (version) => ({ to: version }))}
    </div>
  );
}

function Summary({ diff }: { readonly diff: Diff }) {
  const { report } = diff;
  return (
    <Panel title={`From ${diff.before} to ${diff.after}`}>
      {report ? (
        <p className={styles['risks']}>
          <Risk score={report.risk.before.risk_score} level={report.risk.before.risk_level} />
          <span>→</span>
          <Risk score={report.risk.after.risk_score} level={report.risk.after.risk_level} />
          {!report.same_ruleset && (
            <span className="soft">
              Different rule sets made the two reports: what differs may be the rules.
            </span>
          )}
        </p>
      ) : (
        <p className="soft">One of the two was not audited, so findings cannot be compared.</p>
      )}
      {diff.truncated && <p className="soft">Only the first 1,000 entries of a list are shown.</p>}
    </Panel>
  );
}

const manifestLists = [
  ['permissions', 'Permissions'],
  ['host_permissions', 'Sites'],
  ['optional_permissions', 'Optional permissions'],
  ['optional_host_permissions', 'Optional sites'],
  ['content_script_matches', 'Sites with scripts'],
  ['warnings', 'Chrome’s warnings'],
] as const;

function ManifestChanges({ manifest }: { readonly manifest: NonNullable<Diff['manifest']> }) {
  return (
    <Panel title="Manifest">
      {manifest.held_until_accepted && (
        <p>Chrome disables this update until the user agrees to what it may do more.</p>
      )}
      <div className={styles['grid']}>
        {manifestLists.map(([key, title]) => (
          <ChangeList key={key} title={title} {...manifest[key]} textOf={(text) => text} />
        ))}
        <ChangeList
          title="Keys"
          added={manifest.manifest_keys}
          removed={[]}
          sign="±"
          isWide
          textOf={({ key, change, before, after }) =>
            `${key} (${change})${before === undefined ? '' : `\n− ${before}`}${after === undefined ? '' : `\n+ ${after}`}`
          }
        />
      </div>
    </Panel>
  );
}

function ReportChanges({ report }: { readonly report: NonNullable<Diff['report']> }) {
  const findingText = ({
    title,
    severity,
  }: {
    readonly title: string;
    readonly severity: string;
  }) => `${title} (${severity})`;
  return (
    <Panel title="What it does and can do">
      <div className={styles['grid']}>
        <ChangeList title="Capabilities" {...report.capabilities} textOf={findingText} />
        <ChangeList title="Findings" {...report.findings} textOf={findingText} />
        <ChangeList title="Hosts" {...report.hosts} textOf={({ host }) => host} />
        <ChangeList
          title="Hosts that are now sent data"
          added={report.hosts_sent_data}
          removed={[]}
          textOf={(host) => host}
        />
        <ChangeList
          title="Flows"
          {...report.flows}
          textOf={({ source, sink, host }) =>
            `${words(source)} → ${words(sink)}${host === undefined ? '' : ` at ${host}`}`
          }
        />
        <ChangeList title="Signing keys" {...report.signing_keys} textOf={(key) => key} />
      </div>
    </Panel>
  );
}

function Files({ files }: { readonly files: NonNullable<Diff['files']> }) {
  const entries: readonly (readonly [string, string, ReactNode])[] = [
    ...files.added.map(({ path, size }) => ['+', path, formatBytes(size)] as const),
    ...files.removed.map(({ path, size }) => ['−', path, formatBytes(size)] as const),
    ...files.changed.map(
      ({ path, before, after }) =>
        ['±', path, `${formatBytes(before.size)} → ${formatBytes(after.size)}`] as const,
    ),
  ];
  return (
    <Panel
      flush
      title="Files"
      actions={
        <span className="soft small">{countOf('file', files.unchanged_count)} unchanged</span>
      }
    >
      <ul className={styles['files']}>
        {entries.map(([sign, path, size]) => (
          <li key={sign + path}>
            <span className={styles[signNames[sign] ?? '']}>{sign}</span>
            <Link
              from="/extensions/$extensionId/diff"
              to="."
              search={(before) => ({ ...before, path })}
              resetScroll={false}
              className="mono foreign"
            >
              {path}
            </Link>
            <span className="soft small number">{size}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const signNames: Readonly<Record<string, string>> = {
  '+': 'added',
  '−': 'removed',
  '±': 'changed',
};
