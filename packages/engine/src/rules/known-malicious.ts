import type { Evidence } from '../finding.ts';
import { intelligenceKinds, type IntelligenceKind } from '../vocabulary.ts';
import type { IntelligenceMatch, IntelligenceMatches } from '../intelligence/match.ts';

/** Evidence of the matches of a kind that a source is at least fairly sure of. */
export function confirmedMatches(
  matches: Partial<IntelligenceMatches> | undefined,
  kind: IntelligenceKind,
): Evidence[] {
  return (matches?.[kind] ?? []).filter(isConfirmed).map(evidenceOf);
}

/** Evidence of the matches for malice that no source is sure of. */
export function unconfirmedMatches(matches: Partial<IntelligenceMatches> | undefined): Evidence[] {
  return intelligenceKinds
    .flatMap((kind) => matches?.[kind] ?? [])
    .filter((match) => !isConfirmed(match))
    .map(evidenceOf);
}

function isConfirmed({ entries }: IntelligenceMatch): boolean {
  return entries[0] !== undefined && entries[0].confidence !== 'low';
}

function evidenceOf({ kind, value, entries, at }: IntelligenceMatch): Evidence {
  const [entry] = entries;
  const date = entry?.date === undefined ? '' : `, disclosed ${entry.date}`;
  const threats = entry?.threats ? `, for ${entry.threats.join(', ')}` : '';
  const reference = entry?.reference === undefined ? '' : `: ${entry.reference}`;
  const note = `${nouns[kind]} ${value} is listed by ${entry?.source}${date}${threats}${reference}`;
  return { note, ...(at && { at }) };
}

const nouns: Readonly<Record<IntelligenceKind, string>> = {
  extension_id: 'Extension',
  package_sha256: 'Package',
  file_sha256: 'File',
  domain: 'Host',
  vulnerable_library: 'Library',
  library_pattern: 'Library',
};
