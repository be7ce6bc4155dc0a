import { getPublicSuffix } from 'tldts';
import {
  confidences,
  intelligenceKinds,
  severities,
  type Confidence,
  type IntelligenceKind,
  type Severity,
} from '../vocabulary.ts';
import { parseLibraryPattern } from './library-pattern.ts';
import { parseVulnerableRange } from './vulnerable-library.ts';

/** One thing that somebody reported as malicious or vulnerable, and who says so. */
export interface IntelligenceEntry {
  readonly kind: IntelligenceKind;
  /** 32 letters a-p, lower-case hex SHA-256, a lower-case domain that its subdomains belong to, a range of versions of a library, or how a library is recognised. */
  readonly value: string;
  /** `low`: only in unverified lists; never proof by itself. */
  readonly confidence: Confidence;
  /** Of a library's vulnerability. */
  readonly severity?: Severity;
  /** Whose list it is on. */
  readonly source: string;
  /** `YYYY-MM-DD` of the disclosure. */
  readonly date?: string;
  /** https or http address of the report. */
  readonly reference?: string;
  /** What it is said to do, for example `data-theft`. */
  readonly threats?: readonly string[];
}

/**
 * Reads one entry of a feed, which is hostile input: every field is bounded and fit to be shown.
 * @returns the entry, or what is wrong with it and what would be right
 */
export function readIntelligenceEntry(value: unknown): IntelligenceEntry | { problem: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'an entry must be a JSON object' };
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const kind = intelligenceKinds.find((name) => name === fields['kind']);
  if (!kind) return { problem: `kind must be one of ${intelligenceKinds.join(', ')}` };
  const text = typeof fields['value'] === 'string' ? fields['value'] : '';
  const subject = kind === 'library_pattern' ? text : text.toLowerCase();
  if (!subjectChecks[kind].passes(subject)) {
    return { problem: `value must be ${subjectChecks[kind].allowed}` };
  }
  const confidence = confidences.find((name) => name === fields['confidence']);
  if (!confidence) return { problem: `confidence must be one of ${confidences.join(', ')}` };
  const { source, date, reference, threats } = fields;
  const severity = severities.find((name) => name === fields['severity']);
  if (isPresent(fields['severity']) && !severity) {
    return { problem: `severity must be one of ${severities.join(', ')}` };
  }
  if (!isShortText(source, 200)) return { problem: 'source must be 1 to 200 plain characters' };
  if (isPresent(date) && !isDate(date)) return { problem: 'date must be YYYY-MM-DD' };
  if (isPresent(reference) && !isWebAddress(reference)) {
    return { problem: 'reference must be an http or https address of at most 500 characters' };
  }
  if (isPresent(threats) && !areThreats(threats)) {
    return { problem: 'threats must be up to 10 words of 1 to 50 plain characters' };
  }
  return {
    kind,
    value: subject,
    confidence,
    ...(severity && { severity }),
    source,
    ...(isPresent(date) && { date }),
    ...(isPresent(reference) && { reference }),
    ...(isPresent(threats) && threats.length > 0 && { threats }),
  };
}

const sha256 = {
  allowed: 'a SHA-256 of 64 hexadecimal characters',
  passes: (text: string): boolean => /^[0-9a-f]{64}$/.test(text),
};

const subjectChecks: Readonly<
  Record<IntelligenceKind, { allowed: string; passes: (text: string) => boolean }>
> = {
  extension_id: {
    allowed: 'an extension id of 32 letters from a to p',
    passes: (text) => /^[a-p]{32}$/.test(text),
  },
  package_sha256: sha256,
  file_sha256: sha256,
  domain: { allowed: 'a domain below a public suffix', passes: isOwnedDomain },
  vulnerable_library: {
    allowed: 'a library with versions and an id, such as jquery@1.2.0..3.5.0#cve-2020-11022',
    passes: (text) => parseVulnerableRange(text) !== undefined,
  },
  library_pattern: {
    allowed:
      'a library, a place and a regular expression of RE2 with fixed text and a group, such as jquery#content#jQuery v(§§version§§)',
    passes: (text) => isShortText(text, 700) && !('problem' in parseLibraryPattern(text)),
  },
};

/** A public suffix such as `com` or `github.io` would condemn everybody below it. */
function isOwnedDomain(text: string): boolean {
  return (
    text.length <= 253 &&
    text.split('.').every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label)) &&
    text.includes('.') &&
    getPublicSuffix(text, { allowPrivateDomains: true }) !== text
  );
}

function isPresent<T>(value: T): value is NonNullable<T> {
  return value !== undefined && value !== null;
}

function isShortText(value: unknown, charactersMax: number): value is string {
  return (
    typeof value === 'string' &&
    value.length > 0 &&
    value.length <= charactersMax &&
    value.isWellFormed() &&
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value)
  );
}

function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function isWebAddress(value: unknown): value is string {
  return isShortText(value, 500) && /^https?:\/\//.test(value) && URL.canParse(value);
}

function areThreats(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length <= 10 && value.every((threat) => isShortText(threat, 50))
  );
}
