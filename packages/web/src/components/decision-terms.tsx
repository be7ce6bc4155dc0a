import type { CallResult } from '@extaudit/client';
import type { ReactNode } from 'react';
import type { ItemOf, operations } from '../api/api.ts';

type Decision = ItemOf<CallResult<typeof operations.listDecisions>>;

const subjects = ['rule', 'permission', 'host', 'flow', 'gap', 'receiver'] as const;

/** What a decision is about, how long it holds, and why. */
export function DecisionTerms({
  decision,
  children,
}: {
  readonly decision: Decision;
  /** Whose it is, where it is not about every extension. */
  readonly children: ReactNode;
}) {
  const { extension_id, inventory_source, versions, until_gain, reason, taken_back_because } =
    decision;
  const about = subjects.filter((name) => decision[name] !== null);
  return (
    <>
      {extension_id === null ? 'Every extension' : children}
      {about.map((name) => (
        <span key={name} className="foreign">
          , {name} <code>{decision[name]}</code>
        </span>
      ))}
      {inventory_source !== null && (
        <span className="foreign">, on the machines of {inventory_source}</span>
      )}
      {versions !== null && <span className="soft">, versions {versions}</span>}
      {until_gain && <span className="soft">, until it gains something</span>}
      <p className="soft small foreign">{reason}</p>
      {taken_back_because.length > 0 && (
        <p className="small foreign">Taken back, because it {taken_back_because.join(', ')}.</p>
      )}
    </>
  );
}
