import { buildZip } from '../../packages/engine/fixtures/packages/build-zip.ts';
import { audit } from '../../packages/engine/src/audit.ts';
import type { SecurityReport } from '../../packages/engine/src/report/security-report.ts';
import type { Classification } from '../../packages/engine/src/vocabulary.ts';
import type { Case, Fact } from './case.ts';
import { filesOf } from './manifest.ts';
import { programOf } from './transformations/transformed-program.ts';

/** What the report on the case's extension says. */
export interface Answer {
  /** Whether it says the fact: for a twin, which does not do it, that is a false alarm. */
  readonly isTold: boolean;
  /** Whether the fact itself is told, and not only that something is concealed. */
  readonly isShown: boolean;
  readonly classification: Classification;
}

export async function answerTo(one: Case): Promise<Answer> {
  const { fact, isTrue, transformation } = one;
  const entries = [...filesOf(programOf(one))];
  const bytes = buildZip(entries.map(([name, contents]) => ({ name, contents, isStored: true })));
  const { report } = await audit(
    { kind: 'bytes', name: 'tides.zip', bytes },
    { analyzedAt: '2026-03-01T10:20:30.000Z' },
  );
  const { classification } = report;
  const isShown = hasFact(report, fact, isTrue);
  return {
    isShown,
    classification,
    isTold: transformation ? isCalled(classification, one, isShown) : isShown,
  };
}

/** Malware has to be called so with its fact, or is suspicious where only that can be seen; harmless code is never malicious. */
function isCalled(
  classification: Classification,
  { isTrue, transformation }: Case,
  isShown: boolean,
): boolean {
  const isFlagged = classification === 'malicious' || classification === 'suspicious';
  if (!isTrue) return isShown || classification === 'malicious';
  return isFlagged && (isShown || transformation?.isConcealed === true);
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
