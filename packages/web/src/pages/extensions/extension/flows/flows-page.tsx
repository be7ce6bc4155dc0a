import { useNavigate, useSearch } from '@tanstack/react-router';
import { words } from '../../../../components/format.tsx';
import { Panel } from '../../../../components/page.tsx';
import { LevelWord } from '../../../../components/risk.tsx';
import { Empty } from '../../../../components/states.tsx';
import { WithReport } from '../with-report.tsx';
import type { Report } from '../use-extension.ts';
import { FlowGraph } from './flow-graph.tsx';
import styles from './flows.module.css';

type Flow = Report['flows'][number];

const directionLevels = {
  theft: 'critical',
  exposure: 'high',
  'remote-control': 'high',
  kept: 'low',
  'own-receiver': 'low',
  shown: 'low',
} as const;

/** The ways of data from where it is read to where it goes; the chosen one stands in the address. */
export function FlowsPage() {
  return (
    <WithReport>
      {(report) =>
        report.flows.length === 0 ? (
          <Empty title="No flow was found">
            Nothing that was seen leads from user data, pages or the network to a place that
            matters.
          </Empty>
        ) : (
          <Flows report={report} />
        )
      }
    </WithReport>
  );
}

function Flows({ report }: { readonly report: Report }) {
  const { flow: chosen = 0 } = useSearch({ from: '/members/extensions/$extensionId/flows' });
  const flow = report.flows[chosen] ?? report.flows[0];
  const numbered = report.flows.map((each, index) => [each, index] as const);
  return (
    <div className={styles['columns']}>
      <div className={styles['lists']}>
        <FlowList
          title="Flows"
          flows={numbered.filter(([each]) => isSpokenOf(each))}
          chosen={flow}
        />
        <FlowList
          title="Data flows without a finding"
          flows={numbered.filter(([each]) => !isSpokenOf(each))}
          chosen={flow}
        />
      </div>
      {flow && <FlowGraph flow={flow} scripts={report.scripts ?? []} />}
    </div>
  );
}

/** Older reports do not say which findings speak of a flow. */
function isSpokenOf({ findings }: Flow): boolean {
  return findings === undefined || findings.length > 0;
}

function FlowList({
  title,
  flows,
  chosen,
}: {
  readonly title: string;
  readonly flows: readonly (readonly [Flow, number])[];
  readonly chosen: Flow | undefined;
}) {
  if (flows.length === 0) return null;
  return (
    <Panel flush title={title}>
      <ul className={styles['list']}>
        {flows.map(([flow, index]) => (
          <FlowChoice
            key={keyOf(flow, index)}
            flow={flow}
            index={index}
            isChosen={flow === chosen}
          />
        ))}
      </ul>
    </Panel>
  );
}

function FlowChoice({
  flow,
  index,
  isChosen,
}: {
  readonly flow: Flow;
  readonly index: number;
  readonly isChosen: boolean;
}) {
  const navigate = useNavigate();
  const { source, sink, direction, host, confidence, own_site } = flow;
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() =>
          void navigate({
            from: '/extensions/$extensionId/flows',
            to: '.',
            search: (before) => ({ ...before, flow: index }),
            replace: true,
          })
        }
      >
        <span>
          {words(source.kind)} → {words(sink.kind)}
        </span>
        <span className={styles['facts']}>
          <LevelWord
            level={own_site ? 'low' : directionLevels[direction]}
            word={own_site ? 'to its own site' : words(direction)}
          />
          <span className="soft small">{confidence} confidence</span>
          {host !== undefined && <code className="foreign">{host}</code>}
        </span>
        <span className="mono soft foreign">
          {sink.file}:{sink.line}
        </span>
      </button>
    </li>
  );
}

function keyOf({ source, sink }: Flow, index: number): string {
  return `${source.file}:${source.line}-${sink.file}:${sink.line}-${index}`;
}
