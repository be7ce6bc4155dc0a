import { buildZip } from '../../../engine/fixtures/packages/build-zip.ts';
import {
  extensionIdOf,
  makeRsaKey,
  signCrx3,
  type SigningKey,
} from '../../../engine/fixtures/packages/sign-crx.ts';

/** An extension of this test's own, whose versions are signed with one key as its developer would. */
export interface TestExtension {
  readonly id: string;
  readonly key: SigningKey;
  /** A CRX3 with this version; `manifest` adds to or replaces the usual keys. */
  pack(version: string, manifest?: object, files?: Readonly<Record<string, string>>): Uint8Array;
}

export function makeTestExtension(name = 'Signed fixture'): TestExtension {
  const key = makeRsaKey();
  return {
    id: extensionIdOf(key),
    key,
    pack(version, manifest = {}, files = {}) {
      const all = { manifest_version: 3, name, version, ...manifest };
      const zip = buildZip([
        { name: 'manifest.json', contents: JSON.stringify(all) },
        ...Object.entries(files).map(([path, contents]) => ({ name: path, contents })),
      ]);
      return signCrx3(zip, { rsaKeys: [key] });
    },
  };
}
