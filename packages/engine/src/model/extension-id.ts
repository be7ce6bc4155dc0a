import { createHash } from 'node:crypto';
import { extensionLetters, firefoxExtensionId, isGeckoId } from '../unpack/extension-letters.ts';
import type { ExtensionPackage, Signature } from '../unpack/package.ts';
import type { ExtensionId, Manifest } from './extension.ts';

/**
 * From the signature, else the manifest's `key`, else its gecko id, else the package's hash. Firefox knows no `key`, so in an
 * XPI the gecko id comes before it.
 */
export function extensionIdOf(pkg: ExtensionPackage, manifest: Manifest): ExtensionId {
  const { extensionId: signed, geckoId: certified } = pkg.signature;
  if (signed !== undefined) {
    const gecko = certified === undefined ? undefined : { geckoId: certified };
    return { value: signed, origin: 'signature', ...gecko };
  }
  const geckoId = geckoIdOf(manifest);
  const key = pkg.format === 'xpi' && geckoId !== undefined ? undefined : publicKeyOf(manifest);
  if (key !== undefined) {
    const hash = createHash('sha256').update(key).digest('hex');
    return { value: extensionLetters(hash), origin: 'manifest-key' };
  }
  if (geckoId !== undefined)
    return { value: firefoxExtensionId(geckoId), origin: 'gecko-id', geckoId };
  return { value: extensionLetters(pkg.sha256), origin: 'content' };
}

/**
 * The signature with what the manifest shows of it: Firefox refuses one whose certificate names another add-on. Of a long id the
 * certificate holds the SHA-256 alone.
 */
export function signatureFor(signature: Signature, manifest: Manifest): Signature {
  const { geckoId: certified, status } = signature;
  if (certified === undefined) return signature;
  const own = geckoIdOf(manifest);
  const isHash = !isGeckoId(certified);
  if (own === undefined && !isHash) return signature;
  const expected = isHash
    ? createHash('sha256')
        .update(own ?? '')
        .digest('hex')
    : own;
  if (own !== undefined && expected === certified)
    return { ...signature, geckoId: own, extensionId: firefoxExtensionId(own) };
  if (status !== 'valid') return signature;
  const { signer: _signer, ...rest } = signature;
  const problem = `The package is signed for the add-on ${certified}, and its manifest names ${own ?? 'none'}.`;
  return { ...rest, status: 'invalid', problem };
}

/** What Firefox knows an add-on by; other texts than those that it takes are none. */
function geckoIdOf({ value }: Manifest): string | undefined {
  for (const key of ['browser_specific_settings', 'applications']) {
    const settings: unknown = value[key];
    const gecko = fieldOf(settings, 'gecko');
    const id = fieldOf(gecko, 'id');
    if (typeof id === 'string' && isGeckoId(id)) return id;
  }
  return undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** `key` is base64 DER, with or without PEM armour. */
function publicKeyOf({ value }: Manifest): Buffer | undefined {
  const key = value['key'];
  if (typeof key !== 'string') return undefined;
  const base64 = key.replace(/-----(?:BEGIN|END)[A-Z ]{0,40}-----/g, '').replace(/\s+/g, '');
  if (base64 === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined;
  return Buffer.from(base64, 'base64');
}
