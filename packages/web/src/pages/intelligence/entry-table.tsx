import { Link } from '@tanstack/react-router';
import type { CallResult } from '@extaudit/client';
import type { ItemOf, operations } from '../../api/api.ts';
import { DataTable } from '../../components/data-table.tsx';
import { countOf, sentenceCase, words } from '../../components/format.tsx';
import { LevelWord } from '../../components/risk.tsx';
import { kindNames } from './kind-names.ts';

type Entry = ItemOf<CallResult<typeof operations.listIntelligenceEntries>>;

const confidenceLevels = { low: 'unknown', medium: 'high', high: 'critical' } as const;

/** What feeds name, who says so, and whether the catalogue has it. */
export function EntryTable({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <DataTable
      caption="Entries"
      rows={entries}
      keyOf={({ kind, value, feed }) => `${kind} ${value} ${feed}`}
      columns={columns}
    />
  );
}

const columns = [
  {
    head: 'What',
    isWide: true,
    cell: (entry: Entry) => (
      <>
        <span className="soft small">{kindNames[entry.kind]}</span>{' '}
        <code className="foreign">{entry.value}</code>
        <Said entry={entry} />
      </>
    ),
  },
  {
    head: 'Confidence',
    cell: ({ confidence, severity }: Entry) =>
      severity === null ? (
        <LevelWord level={confidenceLevels[confidence]} word={confidence} />
      ) : (
        <LevelWord level={severity} word={`${severity} severity`} />
      ),
  },
  { head: 'In the catalogue', isNumber: true, cell: (entry: Entry) => <Matches entry={entry} /> },
];

/** By whom, when and where. */
function Said({ entry: { source, date, reference, threats } }: { readonly entry: Entry }) {
  return (
    <p className="soft small foreign">
      {threats.length > 0 && `${sentenceCase(threats.map(words).join(', '))}. `}
      {source}
      {date !== null && `, ${date}`}
      {reference !== null && /^https?:\/\//.test(reference) && URL.canParse(reference) && (
        <>
          ,{' '}
          <a href={reference} target="_blank" rel="noreferrer noopener">
            {new URL(reference).hostname}
          </a>
        </>
      )}
    </p>
  );
}

function Matches({ entry: { kind, value, matches } }: { readonly entry: Entry }) {
  if (matches === 0) return <span className="soft">no</span>;
  return (
    <Link to="/intelligence/$kind/$value" params={{ kind, value }}>
      {countOf(kind === 'extension_id' ? 'extension' : 'hit', matches)}
    </Link>
  );
}
