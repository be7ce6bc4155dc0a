import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { operations, reading } from '../api/api.ts';
import { isOlderThan, Moment } from './format.tsx';
import { LevelWord } from './risk.tsx';

const freshDays = 30;

/** When the newest feed last said something new; nothing while that is not known, or where there is no feed. */
export function useIntelligence(): { readonly at: string; readonly isOld: boolean } | undefined {
  const { data } = useQuery(reading(operations.listIntelligenceFeeds));
  const at = data?.data.feeds
    .map(({ updated_at }) => updated_at)
    .sort()
    .at(-1);
  return at === undefined ? undefined : { at, isOld: isOlderThan(at, freshDays) };
}

/** How old it is what packages are looked up in, with a warning where it may miss what is known today. */
export function IntelligenceAge() {
  const intelligence = useIntelligence();
  if (!intelligence) return null;
  return (
    <span>
      <Link to="/intelligence">
        <Moment at={intelligence.at} />
      </Link>{' '}
      {intelligence.isOld && <LevelWord level="medium" word="old" />}
    </span>
  );
}
