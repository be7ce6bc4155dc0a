// The door to intelligence on what is malicious or vulnerable; apart from the engine's, because its data take time to load.

export { bundledDate, bundledEntries, bundledIntelligence } from './bundled.ts';
export { readIntelligenceEntry } from './entry.ts';
export type { IntelligenceEntry } from './entry.ts';
export { gatherIntelligence } from './intelligence.ts';
export type { Intelligence } from './intelligence.ts';
export {
  isInRange,
  isLibraryRepository,
  libraryEntries,
  parseVulnerableRange,
} from './vulnerable-library.ts';
