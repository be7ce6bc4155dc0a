import document from '../../data/known-malicious.json' with { type: 'json' };
import libraries from '../../data/vulnerable-libraries.json' with { type: 'json' };
import { readIntelligenceEntry, type IntelligenceEntry } from './entry.ts';
import { gatherIntelligence, type Intelligence } from './intelligence.ts';
import { libraryEntries } from './vulnerable-library.ts';

/** The entries that come with extaudit; `data/known-malicious.json` credits the sources of those on malware. */
export function bundledEntries(): readonly IntelligenceEntry[] {
  const vulnerable = libraryEntries(libraries, 'extaudit');
  return [...document.entries, ...vulnerable].map((value) => {
    const entry = readIntelligenceEntry(value);
    if ('problem' in entry) throw new Error(`${JSON.stringify(value)}: ${entry.problem}`);
    return entry;
  });
}

/** The day on which the entries were gathered, `2026-11-21`. */
export const bundledDate: string = document.generated;

export function bundledIntelligence(): Intelligence | undefined {
  return gatherIntelligence(bundledEntries());
}
