import { Link } from '@tanstack/react-router';
import type { CallResult } from '@extaudit/client';
import type { ItemOf, operations } from '../api/api.ts';
import { DataTable } from './data-table.tsx';
import { formatCompact, formatCount } from './format.tsx';
import { LevelWord, Risk } from './risk.tsx';

type Hit = ItemOf<CallResult<typeof operations.search>>;

/** Extensions that hold something, with the place where it is seen first. */
export function HitTable({ hits }: { readonly hits: readonly Hit[] }) {
  return (
    <DataTable
      caption="Hits"
      rows={hits}
      keyOf={({ extension_id, kind, value }) => `${extension_id} ${kind} ${value}`}
      columns={columns}
    />
  );
}

const columns = [
  {
    head: 'Risk',
    cell: ({ risk }: Hit) =>
      risk ? (
        <Risk score={risk.score} level={risk.level} />
      ) : (
        <LevelWord level="unknown" word="unknown" />
      ),
  },
  {
    head: 'Extension',
    cell: ({ extension_id, name }: Hit) => (
      <Link to="/extensions/$extensionId" params={{ extensionId: extension_id }}>
        <bdi className="foreign">{name || extension_id}</bdi>
      </Link>
    ),
  },
  {
    head: 'What',
    isWide: true,
    cell: ({ kind, value }: Hit) => (
      <>
        <span className="soft small">{kind}</span> <code className="foreign">{value}</code>
      </>
    ),
  },
  { head: 'Where', cell: (hit: Hit) => <Place hit={hit} /> },
  {
    head: 'Users',
    isNumber: true,
    cell: ({ user_count }: Hit) => formatCompact(user_count),
  },
];

function Place({ hit: { extension_id, file, line, version, places } }: { readonly hit: Hit }) {
  if (file === null) return '–';
  return (
    <>
      <Link
        to="/extensions/$extensionId/files"
        params={{ extensionId: extension_id }}
        search={{ version, path: file, ...(line !== null && { line }) }}
        className="mono foreign"
      >
        {file}
        {line !== null && `:${line}`}
      </Link>
      {places > 1 && <span className="soft small"> and {formatCount(places - 1)} more</span>}
    </>
  );
}
