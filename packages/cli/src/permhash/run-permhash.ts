import { readFile, stat } from 'node:fs/promises';
import {
  parseChromiumJson,
  permhashesOf,
  showControls,
  summarise,
  type JsonObject,
} from '@extaudit/engine';
import { CommandError, exitCodes } from '../exit.ts';
import { writeNotice, writeResult } from '../output.ts';

interface PermhashResult {
  readonly target: string;
  /** Normalised and sorted. */
  readonly permissions: readonly string[];
  readonly permhash: string;
  /** `null` when the manifest asks for no permission. */
  readonly permhash_mandiant: string | null;
}

/** Prints both hashes of each target; one that cannot be read is named and does not stop the others. */
export async function runPermhash(
  targets: readonly string[],
  format: 'text' | 'json',
): Promise<number> {
  const results: PermhashResult[] = [];
  for (const target of targets) {
    try {
      results.push(await permhashOf(target));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      writeNotice(`extaudit: ${showControls(`${target}: ${reason}`)}`);
    }
  }
  await writeResult(
    format === 'json'
      ? `${JSON.stringify({ schema_version: 1, results }, null, 2)}\n`
      : results.map(textOf).join('\n'),
  );
  return results.length < targets.length ? exitCodes.error : exitCodes.fine;
}

async function permhashOf(target: string): Promise<PermhashResult> {
  const stats = await stat(target).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new CommandError('There is no such file or folder.', { cause });
  });
  const isManifest = !stats.isDirectory() && target.toLowerCase().endsWith('.json');
  const { permissions, permhash, permhashMandiant } = isManifest
    ? permhashesOf(await readManifest(target))
    : await summarise({ kind: stats.isDirectory() ? 'directory' : 'file', path: target });
  return { target, permissions, permhash, permhash_mandiant: permhashMandiant ?? null };
}

async function readManifest(file: string): Promise<JsonObject> {
  const { value } = parseChromiumJson(new TextDecoder().decode(await readFile(file)));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError('A manifest is a JSON object; begin with "{".');
  }
  return value as JsonObject;
}

function textOf({ target, permissions, permhash, permhash_mandiant }: PermhashResult): string {
  return [
    `target             ${showControls(target)}`,
    `permissions        ${permissions.map(showControls).join(', ') || 'none'}`,
    `permhash           ${permhash}`,
    `permhash_mandiant  ${permhash_mandiant ?? 'none'}`,
    '',
  ].join('\n');
}
