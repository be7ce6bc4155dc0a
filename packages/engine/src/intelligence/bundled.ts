import document from '../../data/known-malicious.json' with { type: 'json' };
import { readIntelligenceEntry, type IntelligenceEntry } from './entry.ts';
import { gatherIntelligence, type Intelligence } from './intelligence.ts';

/** The entries that come with extaudit; `data/known-malicious.json` credits their sources. */
export function bundledEntries(): readonly IntelligenceEntry[] {
  return document.entries.map((value) => {
    const entry = readIntelligenceEntry(value);
    if ('problem' in entry) throw new Error(`${JSON.stringify(value)}: ${entry.problem}`);
    return entry;
  });
}

export function bundledIntelligence(): Intelligence | undefined {
  return gatherIntelligence(bundledEntries());
}
