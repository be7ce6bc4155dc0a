import { DecisionWord } from '../../../components/decided.tsx';
import { DecisionTerms } from '../../../components/decision-terms.tsx';
import { sentenceCase, words } from '../../../components/format.tsx';
import { LevelWord, Risk } from '../../../components/risk.tsx';
import type { AnalysisData, Report } from './use-extension.ts';
import styles from './extension.module.css';

/** What the account's decisions leave of the verdict, and which decisions those are. */
export function Standing({
  report,
  standing: { effective, decisions },
}: {
  readonly report: Report;
  readonly standing: NonNullable<AnalysisData['standing']>;
}) {
  const { risk_score, risk_level } = effective;
  const isOther = risk_score !== report.risk_score || risk_level !== report.risk_level;
  return (
    <section className={styles['standing']} aria-label="Decisions">
      {isOther && (
        <div className={styles['effective']}>
          <Risk score={risk_score} level={risk_level} />
          <p className="foreign">
            <b>With your decisions: {words(effective.classification)}.</b>{' '}
            {effective.headline !== report.headline && effective.headline}
          </p>
        </div>
      )}
      <ul className={styles['decisions']}>
        {decisions.map((decision) => (
          <li key={decision.id}>
            <DecisionWord action={decision.action} />
            <div>
              <DecisionTerms decision={decision}>This extension</DecisionTerms>
            </div>
            <p className="soft small foreign">
              {decision.owner}
              {decision.expires !== null && `, until ${decision.expires}`}{' '}
              {decision.state !== 'holding' && (
                <LevelWord level="medium" word={sentenceCase(decision.state)} />
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
