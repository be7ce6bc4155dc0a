import { saveCatalogueEntries, type CatalogueEntry } from '../storage/catalogue.ts';
import type { Database } from '../storage/database.ts';
import { parseCatalogueEntry } from './parse-catalogue-entry.ts';
import { readLines } from './read-lines.ts';
import { refreshPublishers } from './refresh-publishers.ts';

export interface CatalogueImport {
  readonly imported: number;
  readonly badLines: number;
}

export interface BadLine {
  /** From 1. */
  readonly line: number;
  readonly problem: string;
}

const lineBytesMax = 32 * 1024 * 1024;
const batchLinesMax = 200;
const batchBytesMax = 8 * 1024 * 1024;

/**
 * Imports JSON Lines of catalogue metadata in one pass, holding one batch in memory. A line that cannot be
 * used is reported and skipped; importing the same file again changes nothing.
 * @param onBadLine told at once, in order
 */
export async function importCatalogue(
  db: Database,
  chunks: AsyncIterable<Uint8Array>,
  onBadLine: (bad: BadLine) => void = () => undefined,
): Promise<CatalogueImport> {
  let [imported, badLines] = [0, 0];
  let batch: CatalogueEntry[] = [];
  let batchBytes = 0;
  const save = async (): Promise<void> => {
    await saveCatalogueEntries(db, batch);
    imported += batch.length;
    batch = [];
    batchBytes = 0;
  };
  for await (const { number, text } of readLines(chunks, lineBytesMax)) {
    if (text?.trim() === '') continue;
    const entry = parseLine(text);
    if (typeof entry === 'string') {
      badLines += 1;
      onBadLine({ line: number, problem: entry });
      continue;
    }
    batch.push(entry);
    batchBytes += text?.length ?? 0;
    if (batch.length >= batchLinesMax || batchBytes >= batchBytesMax) await save();
  }
  await save();
  await refreshPublishers(db, new Date());
  return { imported, badLines };
}

/** @returns what is wrong, for a line that cannot be used */
function parseLine(text: string | undefined): CatalogueEntry | string {
  if (text === undefined) return `longer than ${lineBytesMax} bytes`;
  try {
    return parseCatalogueEntry(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (error) {
    return (error as Error).message;
  }
}
