import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageSource } from '@extaudit/engine';
import { findInstalledExtensions } from '@extaudit/engine/host';

export interface DemoExtension {
  /** Shown to the user. */
  readonly path: string;
  readonly source: PackageSource;
  /** Where the package does not say its id itself. */
  readonly id?: string;
}

/** Store ids of the extensions that `electron-devtools-vendor` holds unpacked, by folder name. */
const vendorIds: Readonly<Record<string, string>> = {
  'angularjs-batarang': 'ighdmehidhipcmcojjgiloacoafjmpfk',
  'apollo-developer-tools': 'jdkknkkbebbapilgoeccciglkfbmbnfm',
  'backbone-debugger': 'bhljhndlimiafopmmhjlgfpnnchjjbhd',
  'cyclejs-devtool': 'dfgplfmhhmdekalbpejekgfegkonjpfp',
  'ember-inspector': 'bmdblncegkenkacieihfhpjfppoconhi',
  'jquery-debugger': 'dbhhnnnpaeobfddmlalhnehgclcmjimi',
  'mobx-devtools': 'pfgnfdagidkfgccljigdamigbcnndkod',
  'react-developer-tools': 'fmkadmapgofadopljbjfkapdkoienihi',
  'redux-devtools': 'lmhkpmbekcpmknklioeibfkpmmfibljd',
  'vuejs-devtools': 'nhdogjmejiglipccpnnnanhbledajbpd',
  'vuejs3-devtools': 'ljjemllljcmogpfapbkkighbhhppjdbg',
};

/**
 * The development dependencies' real extensions, packed ones first, or the samples of the built package, then those of this
 * machine's browsers.
 */
export async function findDemoExtensions(): Promise<readonly DemoExtension[]> {
  const modules = join(import.meta.dirname, '../../../../node_modules');
  const samples = globSync('extaudit-samples/*/', { cwd: modules });
  const packed = globSync('@tomjs/electron-devtools-files/extensions/*.crx', { cwd: modules });
  const folders = globSync('electron-devtools-vendor-*/extensions/*/', { cwd: modules });
  return [
    ...packed.sort().map((path) => fileOf(join(modules, path))),
    ...[...folders, ...samples].sort().map((path) => folderOf(join(modules, path))),
    ...(await findInstalledExtensions()).map(({ path, extensionId }) => ({
      path,
      source: { kind: 'directory', path } as const,
      id: extensionId,
    })),
  ];
}

function fileOf(path: string): DemoExtension {
  return { path, source: { kind: 'file', path } };
}

function folderOf(path: string): DemoExtension {
  const id = vendorIds[path.replace(/\/$/, '').split('/').at(-1) ?? ''];
  return { path, source: { kind: 'directory', path }, ...(id !== undefined && { id }) };
}
