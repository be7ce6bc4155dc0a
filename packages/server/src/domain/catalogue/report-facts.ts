import type { SecurityReport } from '@extaudit/engine';
import type { Fact, FactKind } from '../../storage/catalogue/fact.ts';

interface Sighting {
  readonly kind: FactKind;
  readonly value: string;
  readonly at?: { readonly file: string; readonly line?: number | undefined } | undefined;
  /** How many places the sighting stands for. */
  readonly places?: number;
}

/** Reports of older rule sets lack what was not told then. */
type StoredReport = Omit<SecurityReport, 'libraries' | 'scripts'> &
  Partial<Pick<SecurityReport, 'libraries' | 'scripts'>>;

/** What a report says that can be searched for, each value once with its first place. */
export function factsOf(report: StoredReport): readonly Fact[] {
  const facts = new Map<string, Fact>();
  for (const { kind, value, at, places = 1 } of sightingsIn(report)) {
    const key = `${kind} ${value}`;
    const known = facts.get(key);
    facts.set(key, {
      kind,
      value,
      file: known?.file ?? at?.file ?? null,
      line: known ? known.line : (at?.line ?? null),
      places: (known?.places ?? 0) + places,
    });
  }
  return [...facts.values()];
}

function sightingsIn(report: StoredReport): readonly Sighting[] {
  const { hosts, apis = [], findings, flows, libraries = [], scripts = [] } = report;
  return [
    ...hosts.map(({ host, file, line }) => ({
      kind: 'host' as const,
      value: host,
      at: file === undefined ? undefined : { file, line },
    })),
    ...apis.map(({ api, file, line, uses }) => ({
      kind: 'api' as const,
      value: api,
      at: { file, line },
      places: uses,
    })),
    ...findings.map(({ id, evidence, evidence_count: places }) => ({
      kind: 'finding' as const,
      value: id,
      at: evidence.find(({ at }) => at !== undefined)?.at,
      places: Math.max(places, 1),
    })),
    ...flows.map(({ source, sink }) => ({
      kind: 'flow' as const,
      value: `${source.kind}>${sink.kind}`,
      at: sink,
    })),
    ...libraries.map(({ name, version, file, line }) => ({
      kind: 'library' as const,
      value: `${name}@${version}`,
      at: { file, line },
    })),
    ...scripts.flatMap(({ file, sha256 }) =>
      [file, ...(sha256 === undefined ? [] : [sha256])].map((value) => ({
        kind: 'file' as const,
        value,
        at: { file },
      })),
    ),
  ];
}
