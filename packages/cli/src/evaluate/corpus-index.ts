import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandError } from '../exit.ts';

/** Labels that recall, false positives and vulnerabilities are measured against. */
const ratedLabels: ReadonlySet<string> = new Set(['benign', 'malicious', 'suspicious']);

/** One extension of which is known what it is. */
export interface CorpusEntry {
  readonly id: string;
  /** One of `ratedLabels`; others are only counted. */
  readonly label: string;
  /** The kind within the label, for example `store_grade`. */
  readonly tier: string;
  /** Entries that are variants of one program. */
  readonly family?: string;
  /** One sentence. */
  readonly what: string;
  /** Absolute: a folder or a packed file. */
  readonly path: string;
}

/**
 * Reads an index.json as a corpus tool lays it out: an array of objects with `id`, `label`, `tier` and `dir`, which is
 * relative to the file. What else an entry says is left alone. @throws CommandError that names what is wrong
 */
export async function readCorpusIndex(file: string): Promise<readonly CorpusEntry[]> {
  const list = parse(file, await readText(file));
  if (!Array.isArray(list)) {
    throw new CommandError(`${file} must hold an array of {id, label, tier, dir}.`);
  }
  if (list.length === 0) throw new CommandError(`${file} lists no extension.`);
  const folder = dirname(resolve(file));
  const entries = list.map((value: unknown, position) => entryOf(value, position, file, folder));
  const ids = new Set<string>();
  for (const { id } of entries) {
    if (ids.has(id)) throw new CommandError(`${file} lists ${JSON.stringify(id)} twice.`);
    ids.add(id);
  }
  return entries;
}

/** Labels that are in no rate, which may be a slip of the hand. */
export function unratedLabels(entries: readonly CorpusEntry[]): readonly string[] {
  return [...new Set(entries.map(({ label }) => label))].filter((label) => !ratedLabels.has(label));
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new CommandError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${file} is no JSON: ${(cause as Error).message}`, { cause });
  }
}

function entryOf(value: unknown, position: number, file: string, folder: string): CorpusEntry {
  const text = (key: string): string | undefined => {
    const found =
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined;
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
  const required = (key: string): string => {
    const found = text(key);
    if (found !== undefined) return found;
    throw new CommandError(`${file}: entry ${position + 1} has no ${key}; it must be a text.`);
  };
  const family = text('family');
  return {
    id: required('id'),
    label: required('label'),
    tier: text('tier') ?? 'none',
    ...(family !== undefined && { family }),
    what: text('what') ?? '',
    path: resolve(folder, required('dir')),
  };
}
