import { Link } from '@tanstack/react-router';
import { DataTable } from '../../components/data-table.tsx';
import { countOf, formatCount } from '../../components/format.tsx';
import { LevelBar, LevelMark } from '../../components/level-bar.tsx';
import { Panel } from '../../components/page.tsx';
import { LevelWord } from '../../components/risk.tsx';
import styles from './policy.module.css';
import type { Policy } from './policy-page.tsx';

type Run = NonNullable<Policy['dry_run']>;
type Loss = Run['losses'][number];

const outcomes = ['removed', 'disabled', 'limited', 'kept'] as const;
const outcomeLevels = {
  removed: 'critical',
  disabled: 'high',
  limited: 'medium',
  kept: 'low',
} as const;

/** Who would lose what on the machines of an inventory. */
export function DryRun({ run }: { readonly run: Run }) {
  const { machines, user_count, extensions, losses } = run;
  return (
    <Panel
      flush
      title={
        machines === 0
          ? 'Nobody loses anything'
          : `${countOf('user', user_count)} on ${countOf('machine', machines)} would lose something`
      }
    >
      <div className={styles['outcomes']}>
        <LevelBar
          parts={outcomes.map((outcome) => ({
            level: outcomeLevels[outcome],
            count: extensions[outcome],
          }))}
        />
        <ul aria-label="Installed extensions by what becomes of them">
          {outcomes.map((outcome) => (
            <li key={outcome}>
              <LevelMark level={outcomeLevels[outcome]} />
              <b className="number">{formatCount(extensions[outcome])}</b>
              <span>{outcome}</span>
            </li>
          ))}
        </ul>
      </div>
      {losses.length > 0 && (
        <DataTable
          caption="Who loses what"
          rows={losses}
          keyOf={({ extension_id, outcome, loses }) => [extension_id, outcome, ...loses].join('\n')}
          columns={[
            {
              head: 'Becomes',
              cell: ({ outcome }) => <LevelWord level={outcomeLevels[outcome]} word={outcome} />,
            },
            { head: 'Extension', isWide: true, cell: (loss) => <Lost loss={loss} /> },
            { head: 'Users', isNumber: true, cell: ({ user_count }) => formatCount(user_count) },
            { head: 'Machines', isNumber: true, cell: (loss) => formatCount(loss.machines) },
          ]}
        />
      )}
    </Panel>
  );
}

function Lost({ loss }: { readonly loss: Loss }) {
  const { extension_id, name, loses, versions, machines, machine_names } = loss;
  const known = versions.filter((version) => version !== '');
  const more = machines - machine_names.length;
  return (
    <>
      <Link to="/extensions/$extensionId" params={{ extensionId: extension_id }}>
        <bdi className="foreign">{name || extension_id}</bdi>
      </Link>{' '}
      {known.length > 0 && <span className="soft small foreign">{known.join(', ')}</span>}
      {loses.length > 0 && <p className="small foreign">Loses {loses.join(', ')}.</p>}
      {machine_names.length > 0 && (
        <details>
          <summary className="soft small">On which machines</summary>
          <p className="small foreign">
            {machine_names.join(', ')}
            {more > 0 && ` and ${formatCount(more)} more`}
          </p>
        </details>
      )}
    </>
  );
}
