import type { AuditedTarget } from './scan-result.ts';
import type { ReportFinding } from './security-report.ts';
import type { Tool } from './tool.ts';

/**
 * The libraries that were found in a package as a bill of materials, with their known vulnerabilities; of those that a decision
 * accepts, what it says (VEX). What is bundled without a version of its own is not in it.
 * https://cyclonedx.org/docs/1.6/json/
 */
export function cyclonedxReport(result: AuditedTarget, tool: Tool): string {
  const { report, name, version, extension_id } = result;
  const libraries = librariesOf(result);
  const sha256 = report.package.sha256;
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: report.analyzed_at,
      tools: { components: [{ type: 'application', name: 'extaudit', version: tool.version }] },
      component: {
        type: 'application',
        'bom-ref': extensionRef,
        name,
        version,
        // Of a manifest alone there is no package.
        ...(sha256 !== '' && { hashes: [{ alg: 'SHA-256', content: sha256 }] }),
        properties: [
          { name: 'extaudit:extension_id', value: extension_id },
          { name: 'extaudit:risk_score', value: String(report.risk_score) },
          { name: 'extaudit:risk_level', value: report.risk_level },
          { name: 'extaudit:classification', value: report.classification },
        ],
      },
    },
    components: libraries.map(({ ref, places, ...library }) => ({
      type: 'library',
      'bom-ref': ref,
      ...library,
      evidence: { occurrences: places.map(({ file, line }) => ({ location: file, line })) },
    })),
    dependencies: [{ ref: extensionRef, dependsOn: libraries.map(({ ref }) => ref) }],
    vulnerabilities: report.findings
      .filter(({ id }) => libraryRules.has(id))
      .flatMap((finding) => vulnerabilitiesOf(finding, result)),
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

const extensionRef = 'extension';

/** Their notes begin with the library and name its vulnerabilities. */
const libraryRules: ReadonlySet<string> = new Set([
  'vulnerable-library',
  'severely-vulnerable-library',
]);

function refOf(name: string, version: string): string {
  return `library:${name}@${version}`;
}

/** Each once, whichever files it is in. */
function librariesOf({ report }: AuditedTarget) {
  const byRef = Map.groupBy(report.libraries ?? [], ({ name, version }) => refOf(name, version));
  return [...byRef]
    .map(([ref, places]) => ({ ref, name: places[0]!.name, version: places[0]!.version, places }))
    .sort((left, right) => (left.ref < right.ref ? -1 : 1));
}

function vulnerabilitiesOf(finding: ReportFinding, { report, standing }: AuditedTarget) {
  const accepted = standing?.findings.find(({ id }) => id === finding.id)?.accepted;
  const affected = new Map<string, Set<string>>();
  for (const { note = '' } of finding.evidence) {
    const library = (report.libraries ?? []).find(({ name, version }) =>
      note.startsWith(`${name} ${version} has `),
    );
    if (!library) continue;
    const [named = ''] = note.split(';', 1);
    for (const [id] of named.matchAll(/\b(?:CVE-\d{4}-\d{4,}|GHSA(?:-\w{4}){3})\b/g)) {
      const refs = affected.get(id) ?? new Set();
      affected.set(id, refs.add(refOf(library.name, library.version)));
    }
  }
  return [...affected].map(([id, refs]) => ({
    id,
    description: finding.title,
    recommendation: finding.recommendation,
    ...(accepted && {
      analysis: {
        state: 'not_affected',
        detail: `Accepted by ${accepted.owner} until ${accepted.expires}: ${accepted.reason}`,
      },
    }),
    affects: [...refs].sort().map((ref) => ({ ref })),
  }));
}
