import { parts } from '@extaudit/engine/vocabulary';
import { countOf } from '../../../../components/format.tsx';
import { Panel } from '../../../../components/page.tsx';
import type { Report } from '../use-extension.ts';
import styles from './report.module.css';

const partWords = { does: 'Does', weak: 'Weak', may: 'May' } as const;
const contributionsMax = 8;

/** The score as the sum that it is, and how much there is of each part. */
export function Score({ report }: { readonly report: Report }) {
  const { risk_score, contributions, improvements } = report;
  const titles = new Map(report.findings.map(({ id, title }) => [id, title]));
  const shown = contributions.filter(({ points }) => points > 0);
  const rest = shown.slice(contributionsMax).reduce((sum, { points }) => sum + points, 0);
  return (
    <Panel title="How the score is made">
      {report.parts && (
        <div className={styles['meters']}>
          {parts.map((part) => (
            <Meter key={part} label={partWords[part]} value={report.parts?.[part] ?? 0} />
          ))}
        </div>
      )}
      <table className={styles['sum']}>
        <tbody>
          {shown.slice(0, contributionsMax).map(({ finding_id, points, why }) => (
            <tr key={finding_id}>
              <td className="foreign" title={why}>
                {titles.has(finding_id) ? (
                  <a href={`#finding-${finding_id}`}>{titles.get(finding_id)}</a>
                ) : (
                  why
                )}
              </td>
              <td className="number">{points}</td>
            </tr>
          ))}
          {rest > 0 && (
            <tr>
              <td className="soft">{countOf('other', shown.length - contributionsMax)}</td>
              <td className="number">{rest}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Score</th>
            <td className="number">{risk_score}</td>
          </tr>
        </tfoot>
      </table>
      {improvements.length > 0 && (
        <>
          <h3>What would lower it most</h3>
          <ul className={`${styles['list']} small`}>
            {improvements.map((improvement) => (
              <li key={improvement} className="foreign">
                {improvement}
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function Meter({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div className={styles['meter']}>
      <span className="small">{label}</span>
      <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="6" rx="3" className={styles['track']} />
        <rect width={value} height="6" rx="3" className={styles['fill']} />
      </svg>
      <span className="small number">{value}</span>
    </div>
  );
}
