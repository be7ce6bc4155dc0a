import type { Flow } from '../analyse/facts.ts';
import type { ReportFinding, SecurityReport } from '../report/security-report.ts';
import { changeBy, changeOf, type Change } from './change.ts';

export interface ReportDiff {
  readonly risk: { readonly before: Risk; readonly after: Risk };
  /** Rules that speak of what the extension could do. */
  readonly capabilities: Change<FindingSummary>;
  /** All others. */
  readonly findings: Change<FindingSummary>;
  readonly hosts: Change<Host>;
  /** Hosts that were named before and are sent data now. */
  readonly hosts_sent_data: readonly string[];
  readonly flows: Change<FlowSummary>;
  /** SHA-256 of the public keys whose signature holds. */
  readonly signing_keys: Change;
}

type Risk = Pick<SecurityReport, 'risk_score' | 'risk_level' | 'classification'>;
type FindingSummary = Pick<ReportFinding, 'id' | 'category' | 'severity' | 'title'>;
type Host = SecurityReport['hosts'][number];

/** A flow without its places, which move with every build. */
interface FlowSummary extends Pick<Flow, 'direction' | 'host'> {
  readonly source: Flow['source']['kind'];
  readonly sink: Flow['sink']['kind'];
}

/** Compares two reports; meaningful as far as one rule set made both. */
export function diffReports(before: SecurityReport, after: SecurityReport): ReportDiff {
  const sentBefore = new Set(before.hosts.filter(sendsData).map(({ host }) => host));
  const named = new Set(before.hosts.map(({ host }) => host));
  return {
    risk: { before: riskOf(before), after: riskOf(after) },
    capabilities: diffFindings(before, after, (nature) => nature === 'capability'),
    findings: diffFindings(before, after, (nature) => nature !== 'capability'),
    hosts: changeBy(before.hosts, after.hosts, ({ host }) => host),
    hosts_sent_data: after.hosts
      .filter((entry) => sendsData(entry) && named.has(entry.host) && !sentBefore.has(entry.host))
      .map(({ host }) => host)
      .sort(),
    flows: changeBy(before.flows.map(flowSummary), after.flows.map(flowSummary), flowKey),
    signing_keys: changeOf(signingKeys(before), signingKeys(after)),
  };
}

function sendsData({ sends_data }: Host): boolean {
  return sends_data;
}

function riskOf({ risk_score, risk_level, classification }: SecurityReport): Risk {
  return { risk_score, risk_level, classification };
}

function diffFindings(
  before: SecurityReport,
  after: SecurityReport,
  isMeant: (nature: ReportFinding['nature']) => boolean,
): Change<FindingSummary> {
  const summaries = (report: SecurityReport): FindingSummary[] =>
    report.findings
      .filter(({ nature }) => isMeant(nature))
      .map(({ id, category, severity, title }) => ({ id, category, severity, title }));
  return changeBy(summaries(before), summaries(after), ({ id }) => id);
}

function flowSummary({ source, sink, direction, host }: Flow): FlowSummary {
  const kinds = { source: source.kind, sink: sink.kind };
  return { ...kinds, direction, ...(host !== undefined && { host }) };
}

function flowKey({ direction, source, sink, host }: FlowSummary): string {
  return JSON.stringify([direction, source, sink, host ?? null]);
}

function signingKeys({ signature }: SecurityReport): string[] {
  return signature.proofs.filter(({ valid }) => valid).map(({ keySha256 }) => keySha256);
}
