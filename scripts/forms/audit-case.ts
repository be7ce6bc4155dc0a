import { buildZip } from '../../packages/engine/fixtures/packages/build-zip.ts';
import { audit } from '../../packages/engine/src/audit.ts';
import type { SecurityReport } from '../../packages/engine/src/report/security-report.ts';
import type { Case, Fact } from './case.ts';
import { filesOf } from './manifest.ts';

/** Whether the report on the case's extension says the fact: for a twin, which does not do it, that is a false alarm. */
export async function isToldOf({ program, fact, isTrue }: Case): Promise<boolean> {
  const entries = [...filesOf(program)];
  const bytes = buildZip(entries.map(([name, contents]) => ({ name, contents, isStored: true })));
  const { report } = await audit(
    { kind: 'bytes', name: 'tides.zip', bytes },
    { analyzedAt: '2026-03-01T10:20:30.000Z' },
  );
  return hasFact(report, fact, isTrue);
}

/** An unsure flow is no answer, and in a twin still a false one. */
function hasFact(report: SecurityReport, fact: Fact, isTrue: boolean): boolean {
  if (fact.kind === 'remote-script') {
    return report.findings.some(
      ({ id, evidence }) =>
        id === 'remote-script-element' &&
        evidence.some(({ note }) => note?.includes(fact.host) === true),
    );
  }
  if (fact.kind === 'finding') {
    return report.findings.some(
      ({ id, confidence }) => fact.ids.includes(id) && confidence !== 'low',
    );
  }
  if (fact.kind === 'incomplete') return !report.coverage.complete;
  return report.flows.some(
    ({ source, sink, host, direction, confidence }) =>
      source.kind === fact.source &&
      sink.kind === fact.sink &&
      (fact.host === undefined || host === fact.host) &&
      (fact.direction === undefined || direction === fact.direction) &&
      (!isTrue || confidence !== 'low'),
  );
}
