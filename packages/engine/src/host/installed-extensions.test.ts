import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { findInstalledExtensions } from './installed-extensions.ts';

it('finds the newest version of each extension in each profile of each browser', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'extaudit-profiles-'));
  t.after(() => rmSync(home, { recursive: true }));
  const id = 'fmkadmapgofadopljbjfkapdkoienihi';
  const install = (folder: string, version: string) => {
    const path = join(home, folder, 'Extensions', id, version);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'manifest.json'), '{}');
  };
  install('.config/google-chrome/Default', '4.9.0_0');
  install('.config/google-chrome/Default', '4.28.0_0');
  install('.config/microsoft-edge/Profile 1', '1.0_0');
  install('.config/opera', '2.0_0');
  mkdirSync(join(home, '.config/chromium/Default/Extensions/Temp'), { recursive: true });

  const found = await findInstalledExtensions(home);

  assert.deepEqual(
    found.map(({ browser, profile, extensionId, path }) => [
      browser,
      profile,
      extensionId,
      path.split('/').at(-1),
    ]),
    [
      ['Chrome', 'Default', id, '4.28.0_0'],
      ['Edge', 'Profile 1', id, '1.0_0'],
      ['Opera', '.', id, '2.0_0'],
    ],
  );
});

it('finds nothing where no browser was ever started', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'extaudit-profiles-'));
  t.after(() => rmSync(home, { recursive: true }));
  assert.deepEqual(await findInstalledExtensions(home), []);
});
