import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { operations, reading } from '../../api/api.ts';
import { daysAgo, formatCount, isOlderThan } from '../../components/format.tsx';
import { useIntelligence } from '../../components/intelligence-age.tsx';
import { Panel } from '../../components/page.tsx';
import type { Level } from '../../components/risk.tsx';
import { LevelMark } from '../../components/level-bar.tsx';
import styles from './overview.module.css';

interface Matter {
  readonly level: Level;
  readonly count: number;
  /** Behind the number, which is left out where it is one thing by its nature. */
  readonly text: string;
  readonly isOne?: boolean;
  readonly link: LinkProps;
}

/** What somebody should look at now, each with the list behind it. */
export function Attention() {
  const matters = useMatters().filter(({ count }) => count > 0);
  return (
    <Panel title="Needs attention">
      {matters.length === 0 ? (
        <p className="soft">Nothing just now.</p>
      ) : (
        <ul className={styles['attention']}>
          {matters.map(({ level, count, text, isOne, link }) => (
            <li key={text}>
              <Link {...link}>
                <LevelMark level={level} />
                {isOne !== true && <b className="number">{formatCount(count)}</b>}
                <span>{text}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const weekDays = 7;
const inventoryFreshDays = 14;
const eventsMax = 100;

function useMatters(): readonly Matter[] {
  const severe = { since: daysAgo(weekDays), min_severity: 'high', page_size: eventsMax } as const;
  const events = useQuery(reading(operations.listEvents, { query: severe })).data?.data.events;
  const subscriptions = useQuery(reading(operations.listSubscriptions)).data?.data.subscriptions;
  const inventories = useQuery(reading(operations.listInventories)).data?.result;
  const intelligence = useIntelligence();
  const extensions = { to: '/extensions' } as const;
  return [
    {
      level: 'critical',
      count: useExtensionCount({ risk_level: 'critical' }),
      text: 'of critical risk',
      link: { ...extensions, search: { risk_level: 'critical' } },
    },
    {
      level: 'high',
      count: useExtensionCount({ risk_level: 'high' }),
      text: 'of high risk',
      link: { ...extensions, search: { risk_level: 'high' } },
    },
    {
      level: 'high',
      count: events?.length ?? 0,
      text: events?.length === 1 ? 'severe change this week' : 'severe changes this week',
      link: { to: '/events', search: { min_severity: 'high' } },
    },
    {
      level: 'high',
      count: subscriptions?.filter(isSilent).length ?? 0,
      text: 'subscriptions do not arrive',
      link: { to: '/subscriptions' },
    },
    {
      level: 'medium',
      count: useExtensionCount({ audit_state: 'failed' }),
      text: 'could not be audited',
      link: { ...extensions, search: { audit_state: 'failed' } },
    },
    {
      level: 'medium',
      count: useDecisionCount('expired'),
      text: 'decisions have expired',
      link: { to: '/decisions', search: { state: 'expired' } },
    },
    {
      level: 'medium',
      count: useDecisionCount('taken_back'),
      text: 'decisions no longer hold, because the extension changed',
      link: { to: '/decisions', search: { state: 'taken_back' } },
    },
    {
      level: 'medium',
      count: inventories?.filter(isStale).length ?? 0,
      text: 'inventories were not imported for two weeks',
      link: { to: '/inventory' },
    },
    {
      level: 'medium',
      count: intelligence?.isOld ? 1 : 0,
      isOne: true,
      text: 'Intelligence is more than a month old',
      link: { to: '/intelligence' },
    },
  ];
}

function useExtensionCount(
  query: { readonly risk_level: 'critical' | 'high' } | { readonly audit_state: 'failed' },
): number {
  const list = reading(operations.listExtensions, { query: { ...query, page_size: 1 } });
  return useQuery(list).data?.total_count ?? 0;
}

function useDecisionCount(state: 'expired' | 'taken_back'): number {
  const list = reading(operations.listDecisions, { query: { state, page_size: 1 } });
  return useQuery(list).data?.total_count ?? 0;
}

function isSilent({
  failing_since,
  disabled_at,
}: {
  readonly failing_since: string | null;
  readonly disabled_at: string | null;
}): boolean {
  return failing_since !== null || disabled_at !== null;
}

function isStale({
  last_import,
}: {
  readonly last_import: { readonly created_at: string } | null;
}): boolean {
  return last_import !== null && isOlderThan(last_import.created_at, inventoryFreshDays);
}
