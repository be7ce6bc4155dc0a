import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes an unpacked extension for tests; files of before with other names stay. */
export async function writeExtension(
  folder: string,
  manifest: object,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const whole = { manifest_version: 3, name: 'Tide table', version: '4.5.6', ...manifest };
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(whole, null, 2));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}
