import { DataTable } from '../../components/data-table.tsx';
import { ExtensionLink } from '../../components/extension-link.tsx';
import { countOf } from '../../components/format.tsx';
import { Panel } from '../../components/page.tsx';
import { LevelWord } from '../../components/risk.tsx';
import type { Policy } from './policy-page.tsx';

const changeLevels = { added: 'medium', removed: 'high', changed: 'unknown' } as const;

/** What would change against the policy in force, entry by entry. */
export function Difference({
  differences,
}: {
  readonly differences: NonNullable<Policy['difference']>;
}) {
  return (
    <Panel flush title={`${countOf('difference', differences.length)} from the policy in force`}>
      {differences.length === 0 ? (
        <p className="note soft">The policy in force says the same already.</p>
      ) : (
        <DataTable
          caption="Differences from the policy in force"
          rows={differences}
          keyOf={({ key }) => key}
          columns={[
            {
              head: 'Entry',
              cell: ({ change }) => <LevelWord level={changeLevels[change]} word={change} />,
            },
            { head: 'Extension', cell: ({ key }) => <Subject entry={key} /> },
            {
              head: 'What is other',
              isWide: true,
              cell: ({ fields }) =>
                fields.map((field) => (
                  <p key={field} className="foreign small">
                    {field}
                  </p>
                )),
            },
          ]}
        />
      )}
    </Panel>
  );
}

function Subject({ entry }: { readonly entry: string }) {
  if (entry === '*') return 'All others';
  if (/^[a-p]{32}$/.test(entry)) return <ExtensionLink extensionId={entry} />;
  return <bdi className="foreign">{entry}</bdi>;
}
