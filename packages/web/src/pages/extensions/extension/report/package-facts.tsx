import { countOf, formatBytes, Moment, words } from '../../../../components/format.tsx';
import { IntelligenceAge } from '../../../../components/intelligence-age.tsx';
import { Panel } from '../../../../components/page.tsx';
import { useVersion, type Report } from '../use-extension.ts';
import styles from './report.module.css';

const formats = ['html', 'markdown', 'sarif', 'cyclonedx', 'summary', 'json'] as const;
const formatNames = {
  html: 'HTML',
  markdown: 'Markdown',
  sarif: 'SARIF',
  cyclonedx: 'CycloneDX',
  summary: 'Summary',
  json: 'JSON',
} as const;

/** Which bytes were judged, by what, and the report in other forms. */
export function PackageFacts({ report }: { readonly report: Report }) {
  const { sha256, format, size_bytes, files } = report.package;
  const { status, signer } = report.signature;
  const { extensionId, version } = useVersion();
  const analysis = `/api/v1/extensions/${extensionId}/versions/${encodeURIComponent(version)}/analysis`;
  return (
    <Panel title="Package">
      <dl className={`${styles['facts']} small`}>
        <dt>Format</dt>
        <dd>
          {format.toUpperCase()}, manifest {report.manifest_version || 'not seen'}
        </dd>
        <dt>Contents</dt>
        <dd className="number">
          {countOf('file', files)}, {formatBytes(size_bytes)}
        </dd>
        <dt>Signature</dt>
        <dd>
          {status}
          {signer !== undefined && `, ${words(signer)}`}
        </dd>
        <dt>SHA-256</dt>
        <dd className="mono foreign">{sha256 || 'not seen'}</dd>
        <dt>Audited</dt>
        <dd>
          <Moment at={report.analyzed_at} /> by rule set {report.ruleset_version}
        </dd>
        <dt>Intelligence</dt>
        <dd>
          <IntelligenceAge />
        </dd>
        <dt>Export</dt>
        <dd className={styles['exports']}>
          {formats.map((name) => (
            <a
              key={name}
              href={`${analysis}?format=${name}`}
              download={fileName(extensionId, name)}
            >
              {formatNames[name]}
            </a>
          ))}
        </dd>
      </dl>
    </Panel>
  );
}

function fileName(extensionId: string, format: (typeof formats)[number]): string {
  const endings = {
    markdown: 'md',
    sarif: 'sarif',
    html: 'html',
    json: 'json',
    summary: 'json',
    cyclonedx: 'cdx.json',
  };
  return `${extensionId}-${format}.${endings[format]}`;
}
