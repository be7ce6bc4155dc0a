import { useQuery } from '@tanstack/react-query';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { operations, reading } from '../../../../api/api.ts';
import { Answer } from '../../../../components/answer.tsx';
import { DataTable } from '../../../../components/data-table.tsx';
import { formatBytes, Moment, words } from '../../../../components/format.tsx';
import { Panel } from '../../../../components/page.tsx';
import { LevelWord, Risk } from '../../../../components/risk.tsx';
import { useExtension, useVersion } from '../use-extension.ts';

/** All versions, the newest first, each with what to compare it to; and the packages that claim the one that is shown. */
export function VersionsPage() {
  const { extensionId } = useVersion();
  const versions = useExtension().data?.data.extension_versions ?? [];
  const rows = versions.map((entry, index) => ({ ...entry, older: versions[index + 1]?.version }));
  return (
    <div className="stack">
      <Panel flush title="Versions">
        <DataTable
          caption="Versions"
          rows={rows}
          keyOf={({ extension_version_id }) => extension_version_id}
          columns={[
            {
              head: 'Version',
              isWide: true,
              cell: ({ version }) => (
                <Link
                  to="/extensions/$extensionId"
                  params={{ extensionId }}
                  search={{ version }}
                  className="number foreign"
                >
                  {version}
                </Link>
              ),
            },
            {
              head: 'Size',
              isNumber: true,
              cell: ({ size }) => (size === 0 ? 'not held' : formatBytes(size)),
            },
            {
              head: 'Appeared',
              isNumber: true,
              cell: ({ created_at }) => <Moment at={created_at} />,
            },
            {
              head: '',
              cell: ({ version, older }) =>
                older !== undefined && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to="/extensions/$extensionId/diff"
                        params={{ extensionId }}
                        search={{ from: older, to: version }}
                      />
                    )}
                  >
                    Compare with {older.slice(0, 20)}
                  </Button>
                ),
            },
          ]}
        />
      </Panel>
      <Packages />
    </div>
  );
}

const originWords: Readonly<Record<string, string>> = {
  store: 'the store names its hash',
  store_signed: 'signed by a store',
  publisher_signed: 'signed by its publisher',
  unsigned: 'nothing shows who made it',
  unknown: 'not known yet',
};

function Packages() {
  const params = useVersion();
  const version = useQuery({
    ...reading(operations.getVersion, { params }),
    enabled: params.version !== '',
  });
  return (
    <Panel flush title={`Packages that claim version ${params.version.slice(0, 40)}`}>
      <Answer query={version} rows={3}>
        {({ data }) => (
          <DataTable
            caption="Packages"
            rows={data.packages}
            keyOf={({ sha256 }) => sha256}
            columns={[
              {
                head: 'SHA-256',
                isWide: true,
                cell: ({ sha256, is_version_package, quarantine_reason }) => (
                  <>
                    <code className="foreign">{sha256}</code>{' '}
                    {is_version_package && <LevelWord level="unknown" word="judged" />}
                    {quarantine_reason !== null && (
                      <p className="small">
                        <LevelWord level="high" word="in quarantine" />{' '}
                        <bdi>{quarantine_reason}</bdi>
                      </p>
                    )}
                  </>
                ),
              },
              { head: 'Format', cell: ({ format }) => format.toUpperCase() },
              { head: 'Origin', cell: ({ origin }) => originWords[origin] ?? words(origin) },
              { head: 'Size', isNumber: true, cell: ({ size }) => formatBytes(size) },
              {
                head: 'Risk',
                cell: ({ report }) =>
                  report ? <Risk score={report.risk_score} level={report.risk_level} /> : '–',
              },
            ]}
          />
        )}
      </Answer>
    </Panel>
  );
}
