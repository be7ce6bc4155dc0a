import { parts, type Part } from '@extaudit/engine/vocabulary';
import { useLocation } from '@tanstack/react-router';
import { countOf } from '../../../../components/format.tsx';
import { Panel } from '../../../../components/page.tsx';
import { WithReport } from '../with-report.tsx';
import { useAnalysis, type Finding, type Report } from '../use-extension.ts';
import { Coverage } from './coverage.tsx';
import { FindingEntry } from './finding-entry.tsx';
import { PackageFacts } from './package-facts.tsx';
import { Score } from './score.tsx';
import styles from './report.module.css';

/** What it does, where it is weak and what it may do, the heaviest first, and how the score comes from it. */
export function ReportPage() {
  return (
    <WithReport>
      {(report) => (
        <div className={styles['columns']}>
          <div className={styles['main']}>
            {parts.map((part) => (
              <PartPanel key={part} part={part} report={report} />
            ))}
          </div>
          <aside className={styles['aside']}>
            <Score report={report} />
            <Coverage report={report} />
            <PackageFacts report={report} />
          </aside>
        </div>
      )}
    </WithReport>
  );
}

const partTitles: Readonly<Record<Part, string>> = {
  does: 'What it does',
  weak: 'Where it is weak',
  may: 'What it may do',
};
const partNothings: Readonly<Record<Part, string>> = {
  does: 'Nothing in what was seen speaks against it.',
  weak: 'No weakness was found in what was seen.',
  may: 'It asks for nothing that matters.',
};

function PartPanel({ part, report }: { readonly part: Part; readonly report: Report }) {
  const { standing } = useAnalysis().data?.data ?? {};
  const accepted = new Set(standing?.accepted_findings.map(({ id }) => id));
  const hash = useLocation({ select: (location) => location.hash });
  const findings = report.findings
    .filter((finding) => partOf(finding) === part)
    .toSorted((a, b) => (b.points ?? 0) - (a.points ?? 0));
  return (
    <Panel
      flush
      title={partTitles[part]}
      actions={<span className="soft small">{countOf('finding', findings.length)}</span>}
    >
      {findings.length === 0 ? (
        <p className={`${styles['nothing']} soft`}>{partNothings[part]}</p>
      ) : (
        findings.map((finding) => (
          <FindingEntry
            key={finding.id}
            finding={finding}
            isAccepted={accepted.has(finding.id)}
            isTarget={hash === `finding-${finding.id}`}
          />
        ))
      )}
    </Panel>
  );
}

/** Reports of older rule sets do not say it themselves. */
function partOf({ part, nature }: Finding): Part {
  if (part !== undefined) return part;
  if (nature === 'capability') return 'may';
  return nature === 'weakness' ? 'weak' : 'does';
}
