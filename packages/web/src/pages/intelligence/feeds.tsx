import { useQuery } from '@tanstack/react-query';
import { operations, reading } from '../../api/api.ts';
import { Answer } from '../../components/answer.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { formatCount, Moment } from '../../components/format.tsx';
import { Panel } from '../../components/page.tsx';
import { kindNames, kinds } from './kind-names.ts';

/** Where intelligence comes from, how much each feed says, and since when. */
export function Feeds() {
  const feeds = useQuery(reading(operations.listIntelligenceFeeds));
  return (
    <Panel flush title="Feeds">
      <Answer query={feeds} rows={2}>
        {({ data }) =>
          data.feeds.length === 0 ? (
            <p className="soft note">
              No feed is here yet. The list that comes with extaudit is taken when the service
              starts.
            </p>
          ) : (
            <DataTable
              caption="Feeds"
              rows={data.feeds}
              keyOf={({ feed }) => feed}
              columns={[
                {
                  head: 'Feed',
                  isWide: true,
                  cell: ({ feed, entries_by_kind }) => (
                    <>
                      <bdi className="foreign">
                        {feed === 'bundled' ? 'Comes with extaudit' : feed}
                      </bdi>
                      <p className="soft small">
                        {kinds
                          .filter((kind) => entries_by_kind[kind] > 0)
                          .map(
                            (kind) =>
                              `${kindNames[kind].toLowerCase()} ${formatCount(entries_by_kind[kind])}`,
                          )
                          .join(', ')}
                      </p>
                    </>
                  ),
                },
                {
                  head: 'Entries',
                  isNumber: true,
                  cell: ({ entry_count }) => formatCount(entry_count),
                },
                {
                  head: 'Last change',
                  isNumber: true,
                  cell: ({ updated_at }) => <Moment at={updated_at} />,
                },
              ]}
            />
          )
        }
      </Answer>
    </Panel>
  );
}
