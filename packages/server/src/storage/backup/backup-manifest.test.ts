import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { readManifest } from './backup-manifest.ts';

const table = {
  schema: 'public',
  name: 'extension',
  columns: ['extension_id'],
  rows: 3,
  file: 'public.extension.copy.gz',
  sha256: 'a'.repeat(64),
};
const manifest = {
  schemaVersion: 1,
  madeAt: '2031-02-03T04:05:06.000Z',
  migrations: [],
  tables: [table],
  sequences: [],
  packages: [],
  missingPackages: [],
  hasSealedSecrets: false,
  sealedKey: { salt: 'AAAA', cost: 2 ** 17, sealed: 'AAAA' },
};

async function readWith(text: string) {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'backup.json'), text);
  return await readManifest(folder.path);
}

describe('what a backup says of itself', () => {
  it('is read as it was written', async () => {
    assert.deepEqual(await readWith(JSON.stringify(manifest)), manifest);
  });

  const text = JSON.stringify(manifest);
  const damaged: Readonly<Record<string, string>> = {
    empty: '',
    null: 'null',
    'cut off': text.slice(0, -20),
    'of no schema': JSON.stringify({ ...manifest, schemaVersion: '1' }),
    'without tables': JSON.stringify({ ...manifest, tables: undefined }),
    'of a table that is nothing': JSON.stringify({ ...manifest, tables: [null] }),
    'of a table of the system': JSON.stringify({
      ...manifest,
      tables: [{ ...table, schema: 'pg_catalog', file: 'pg_catalog.extension.copy.gz' }],
    }),
    'of a file elsewhere': JSON.stringify({
      ...manifest,
      tables: [{ ...table, file: '../../public.extension.copy.gz' }],
    }),
    'of a key that would take 16 TB of memory': JSON.stringify({
      ...manifest,
      sealedKey: { ...manifest.sealedKey, cost: 2 ** 34 },
    }),
  };
  for (const [what, written] of Object.entries(damaged)) {
    it(`is damaged where it is ${what}`, async () => {
      await assert.rejects(readWith(written), /backup\.json is not as it was written: the backup/);
    });
  }

  it('is left to a newer extaudit where one has written it', async () => {
    const newer = JSON.stringify({ ...manifest, schemaVersion: 2, tables: {} });
    await assert.rejects(readWith(newer), /is of a newer extaudit; restore it with that one/);
  });
});
