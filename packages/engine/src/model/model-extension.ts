import type { ExtensionPackage } from '../unpack/package.ts';
import { manifestEntriesMax } from './bounded-manifest.ts';
import { cutSentence } from './catalogue-problem.ts';
import { readContexts } from './contexts.ts';
import { effectiveCsp } from './csp.ts';
import { extensionIdOf, signatureFor } from './extension-id.ts';
import type { Extension, Manifest } from './extension.ts';
import { readManifest } from './manifest.ts';
import { readPermissions } from './permissions.ts';
import { permhashesOf } from './permhash.ts';

/**
 * Understands a package as the browser would, before any code is read.
 * Throws `PackageError`: `manifest-missing`, `manifest-invalid`.
 */
export function modelExtension(pkg: ExtensionPackage): Extension {
  const manifest = readManifest(pkg.files, pkg.format);
  const { permhash, permhashMandiant } = permhashesOf(manifest.whole);
  const signed = { ...pkg, signature: signatureFor(pkg.signature, manifest) };
  return {
    package: withCutManifest(signed, manifest),
    id: extensionIdOf(signed, manifest),
    manifest,
    permissions: readPermissions(manifest),
    contexts: readContexts(pkg.files, manifest),
    csp: effectiveCsp(manifest),
    permhash,
    ...(permhashMandiant !== undefined && { permhashMandiant }),
  };
}

/** What a bound of the model leaves out is a gap of the package like any other. */
function withCutManifest(pkg: ExtensionPackage, { cutKeys }: Manifest): ExtensionPackage {
  if (cutKeys.length === 0) return pkg;
  const detail = `The manifest ${cutSentence(cutKeys)}; the first ${manifestEntriesMax} were read.`;
  const cut = { kind: 'limit-reached', path: 'manifest.json', detail, contentsLost: true } as const;
  return { ...pkg, anomalies: [...pkg.anomalies, cut] };
}
