import { DataTable } from '../../components/data-table.tsx';
import { countOf, formatCount } from '../../components/format.tsx';
import { Panel } from '../../components/page.tsx';
import { LevelWord } from '../../components/risk.tsx';
import type { Policy } from './policy-page.tsx';

/** The entries of the policy, each with what it does and why. */
export function Entries({ policy: { entries, notes } }: { readonly policy: Policy }) {
  const blocked = entries.filter(
    ({ installation_mode: mode }) => mode === 'blocked' || mode === 'removed',
  );
  const count = `${formatCount(entries.length)} ${entries.length === 1 ? 'entry' : 'entries'}`;
  return (
    <Panel flush title={`${count}, ${countOf('extension', blocked.length)} blocked`}>
      {notes.map((note) => (
        <p key={note} className="note soft">
          {note}
        </p>
      ))}
      {entries.length === 0 ? (
        <p className="note soft">The rules concern nothing that is known.</p>
      ) : (
        <DataTable
          caption="Entries of the policy"
          rows={entries}
          keyOf={({ key }) => key}
          columns={[
            {
              head: 'Mode',
              cell: ({ installation_mode: mode }) => (
                <LevelWord
                  level={mode === 'removed' ? 'critical' : mode === 'blocked' ? 'high' : 'low'}
                  word={mode ?? 'settings'}
                />
              ),
            },
            {
              head: 'Extension',
              cell: ({ key, name }) => (
                <bdi className="foreign">{key === '*' ? 'All others' : name || key}</bdi>
              ),
            },
            {
              head: 'What it does, and why',
              isWide: true,
              cell: ({ sentence }) => <span className="foreign">{sentence}</span>,
            },
          ]}
        />
      )}
    </Panel>
  );
}
