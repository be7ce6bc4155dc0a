import type { ExtensionPackage } from '../unpack/package.ts';
import { readContexts } from './contexts.ts';
import { effectiveCsp } from './csp.ts';
import { extensionIdOf } from './extension-id.ts';
import type { Extension } from './extension.ts';
import { readManifest } from './manifest.ts';
import { readPermissions } from './permissions.ts';
import { permhashesOf } from './permhash.ts';

/**
 * Understands a package as the browser would, before any code is read.
 * Throws `PackageError`: `manifest-missing`, `manifest-invalid`.
 */
export function modelExtension(pkg: ExtensionPackage): Extension {
  const manifest = readManifest(pkg.files);
  const { permhash, permhashMandiant } = permhashesOf(manifest.value);
  return {
    package: pkg,
    id: extensionIdOf(pkg, manifest),
    manifest,
    permissions: readPermissions(manifest),
    contexts: readContexts(pkg.files, manifest),
    csp: effectiveCsp(manifest),
    permhash,
    ...(permhashMandiant !== undefined && { permhashMandiant }),
  };
}
