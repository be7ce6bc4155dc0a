import type { CallResult } from '@extaudit/client';
import type { ItemOf, operations } from '../api/api.ts';
import styles from './decided.module.css';
import { formatCount } from './format.tsx';
import { LevelWord, Risk } from './risk.tsx';

type Summary = ItemOf<CallResult<typeof operations.listExtensions>>;
type DecisionInShort = Summary['decisions'][number];

const actionLevels = { accept: 'low', block: 'critical', watch: 'medium' } as const;
const actionWords = { accept: 'accepted', block: 'blocked', watch: 'watched' } as const;

/** What was decided, as a word in its colour. */
export function DecisionWord({ action }: { readonly action: DecisionInShort['action'] }) {
  return <LevelWord level={actionLevels[action]} word={actionWords[action]} />;
}

/** The raw risk, and below it what the account's decisions leave of it where that is another one. */
export function DecidedRisk({
  risk,
  effective,
}: {
  readonly risk: NonNullable<Summary['risk']>;
  readonly effective: Summary['effective_risk'];
}) {
  const raw = <Risk score={risk.score} level={risk.level} />;
  if (!effective || (effective.score === risk.score && effective.level === risk.level)) return raw;
  return (
    <span className={styles['risks']}>
      {raw}
      <span className={styles['effective']}>
        <span className="soft small">with decisions</span>
        <Risk score={effective.score} level={effective.level} />
      </span>
    </span>
  );
}

const decisionsMax = 3;

/** The decisions that hold for an extension, as a line in its row. */
export function DecisionsInShort({ decisions }: { readonly decisions: Summary['decisions'] }) {
  if (decisions.length === 0) return null;
  const more = decisions.length - decisionsMax;
  return (
    <p className={`${styles['decisions']} small`}>
      {decisions.slice(0, decisionsMax).map(({ id, action, about }) => (
        <span key={id}>
          <DecisionWord action={action} /> <span className="soft foreign">{inShort(about)}</span>
        </span>
      ))}
      {more > 0 && <span className="soft">and {formatCount(more)} more</span>}
    </p>
  );
}

/** In its own row the id says nothing. */
function inShort(about: string): string {
  return about.replace(/^the extension .*$/, 'as a whole');
}
