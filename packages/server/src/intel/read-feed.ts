import {
  isLibraryRepository,
  libraryEntries,
  readIntelligenceEntry,
  type IntelligenceEntry,
} from '@extaudit/engine/intelligence';
import { FeedError } from './fetch-feed.ts';

export interface Feed {
  readonly entries: readonly IntelligenceEntry[];
  /** Those left out. */
  readonly badEntries: number;
  /** What was wrong with the first of them, by number from 1. */
  readonly problems: readonly string[];
}

const entriesMax = 200_000;
const problemsMax = 20;

/**
 * Reads a feed: `{"source": "…", "entries": […]}`, or JSON Lines with one entry each. An entry has `kind`,
 * `value` and `confidence`, its own `source` or the document's, and optionally `date`, `reference` and
 * `threats`; or a retire.js repository of vulnerable libraries. Bad entries are left out. Throws `FeedError` when nothing is left.
 * @param fallbackSource names the list where neither entry nor document does
 */
export function readFeed(text: string, fallbackSource: string): Feed {
  const { source, values } = parseDocument(text, fallbackSource) ?? parseLines(text);
  const entries: IntelligenceEntry[] = [];
  const problems: string[] = [];
  let badEntries = 0;
  let number = 0;
  for (const value of values) {
    number += 1;
    if (number > entriesMax) throw new FeedError(`it has more than ${entriesMax} entries`);
    const entry = readEntry(value, source ?? fallbackSource);
    if (!('problem' in entry)) {
      entries.push(entry);
      continue;
    }
    badEntries += 1;
    if (problems.length < problemsMax) problems.push(`entry ${number}: ${entry.problem}`);
  }
  if (entries.length === 0) {
    const why = problems[0] === undefined ? '' : ` (${problems[0]})`;
    throw new FeedError(`it has no usable entry${why}; what it said before is kept`);
  }
  return { entries, badEntries, problems };
}

interface Parsed {
  readonly source?: unknown;
  readonly values: Iterable<unknown>;
}

function parseDocument(text: string, fallbackSource: string): Parsed | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof document !== 'object' || document === null) {
    throw new FeedError('it must be a JSON object with a list of entries, or JSON Lines');
  }
  const { entries, source } = document as { entries?: unknown; source?: unknown };
  if (Array.isArray(entries)) return { source, values: entries };
  if (isLibraryRepository(document)) return { values: libraryEntries(document, fallbackSource) };
  // One line of JSON Lines is a document of its own.
  return { values: [document] };
}

function parseLines(text: string): Parsed {
  return { values: linesOf(text) };
}

/** Each line parsed; `undefined` stands for one that is no JSON. */
function* linesOf(text: string): Generator {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end).trim();
    start = end === -1 ? text.length : end + 1;
    if (line !== '') yield parseLine(line);
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readEntry(value: unknown, source: unknown): ReturnType<typeof readIntelligenceEntry> {
  if (typeof value !== 'object' || value === null) return readIntelligenceEntry(value);
  return readIntelligenceEntry({ source, ...value });
}
