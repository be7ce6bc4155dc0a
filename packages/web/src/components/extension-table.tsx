import { Link } from '@tanstack/react-router';
import { useDeferredValue, type ReactNode } from 'react';
import type { CallResult } from '@extaudit/client';
import type { QueryOf } from '@extaudit/contract';
import type { ItemOf, operations } from '../api/api.ts';
import { DecidedRisk, DecisionsInShort } from './decided.tsx';
import { formatCompact, Moment, sentenceCase } from './format.tsx';
import { LevelWord } from './risk.tsx';
import styles from './extension-table.module.css';

type Summary = ItemOf<CallResult<typeof operations.listExtensions>>;

type Query = QueryOf<typeof operations.listExtensions>;
type Order = Partial<Pick<Query, 'sort' | 'order'>>;

interface TableProps {
  readonly extensions: readonly Summary[];
  readonly order: Order;
  readonly isStale?: boolean;
  readonly onOrder?: (changes: Order) => void;
}

const none: readonly Summary[] = [];

export function ExtensionTable({ extensions, order, isStale, onOrder }: TableProps) {
  const head = { order, onOrder };
  // Drawn in parts between which the page answers: a hundred rows at once would make it stutter.
  const rows = useDeferredValue(extensions, none);
  return (
    <table className={styles['table']} aria-busy={isStale}>
      <thead>
        <tr>
          <SortHead
            {...head}
            sort="risk_score"
            also="effective_risk_score"
            alsoWords="with decisions"
          >
            Risk
          </SortHead>
          <SortHead {...head} sort="name">
            Extension
          </SortHead>
          <SortHead {...head} sort="usercount" isNumber>
            Users
          </SortHead>
          <SortHead {...head} sort="rating" isNumber>
            Rating
          </SortHead>
          <SortHead {...head} sort="updated_at" isNumber>
            Updated
          </SortHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((extension) => (
          <Row key={extension.extension_id} extension={extension} />
        ))}
      </tbody>
    </table>
  );
}

type Sort = NonNullable<Order['sort']>;

interface SortProps {
  readonly sort: Sort;
  readonly order: Order;
  readonly onOrder: TableProps['onOrder'];
  readonly children: ReactNode;
}

/** @param also another order by what the column shows, where it can be chosen */
function SortHead({
  also,
  alsoWords,
  isNumber,
  ...button
}: SortProps & {
  readonly also?: Sort;
  readonly alsoWords?: string;
  readonly isNumber?: boolean;
}) {
  const { order, onOrder, sort } = button;
  const isSorted = order.sort === sort || (also !== undefined && order.sort === also);
  return (
    <th
      scope="col"
      aria-sort={isSorted ? directionOf(order) : undefined}
      className={isNumber ? styles['numeric'] : undefined}
    >
      <SortButton {...button} />
      {also && onOrder && (
        <span className={styles['also']}>
          <SortButton {...button} sort={also}>
            {alsoWords}
          </SortButton>
        </span>
      )}
    </th>
  );
}

function directionOf({ order }: Order) {
  return order === 'asc' ? 'ascending' : 'descending';
}

function SortButton({ sort, order, onOrder, children }: SortProps) {
  const isSorted = order.sort === sort;
  const next = isSorted
    ? order.order === 'asc'
      ? 'desc'
      : 'asc'
    : sort === 'name'
      ? 'asc'
      : 'desc';
  if (!onOrder) return children;
  return (
    <button type="button" onClick={() => onOrder({ sort, order: next })}>
      {children}
      <span aria-hidden="true">
        {isSorted ? (directionOf(order) === 'ascending' ? '↑' : '↓') : ''}
      </span>
    </button>
  );
}

function Row({ extension }: { readonly extension: Summary }) {
  const { extension_id, name, version, status, user_count, rating_value, last_update } = extension;
  const unknown = new Set(extension.unknown_fields);
  return (
    <tr>
      <td>
        <Verdict extension={extension} />
      </td>
      <td className={styles['name']}>
        <Link to="/extensions/$extensionId" params={{ extensionId: extension_id }}>
          <bdi>{name || extension_id}</bdi>
        </Link>{' '}
        <span className="soft small number">{version}</span>{' '}
        {status === 'obsolete' && <LevelWord level="unknown" word="gone from its store" />}
        <p className={`${styles['headline']} soft small`}>
          {extension.risk?.headline ?? extension.description}
        </p>
        <DecisionsInShort decisions={extension.decisions} />
      </td>
      <td
        className={`${styles['numeric']} ${styles['users']} number`}
        title={unknown.has('user_count') ? undefined : String(user_count)}
        data-unknown={unknown.has('user_count')}
      >
        {unknown.has('user_count') ? '–' : formatCompact(user_count)}
      </td>
      <td className={`${styles['numeric']} number`}>
        {unknown.has('rating_value') ? '–' : rating_value.toFixed(1)}
      </td>
      <td className={styles['numeric']}>
        <Moment at={last_update} />
      </td>
    </tr>
  );
}

const stateWords: Readonly<Record<string, string>> = {
  waiting: 'Audit is waiting',
  failed: 'Audit failed',
  unaudited: 'Not audited',
  unseen: 'Package not seen',
};

/** The risk, or why it is not known. */
function Verdict({
  extension: { risk, effective_risk, audit_state },
}: {
  readonly extension: Pick<Summary, 'risk' | 'effective_risk' | 'audit_state'>;
}) {
  if (!risk) {
    return (
      <LevelWord level="unknown" word={stateWords[audit_state] ?? sentenceCase(audit_state)} />
    );
  }
  return <DecidedRisk risk={risk} effective={effective_risk} />;
}
