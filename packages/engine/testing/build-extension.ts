import { createHash } from 'node:crypto';
import type { ExtensionPackage } from '../src/unpack/package.ts';
import type { Extension } from '../src/model/extension.ts';
import { modelExtension } from '../src/model/model-extension.ts';

/** A package in memory, for tests: text files by path; an object manifest is written as JSON. */
export function packageOf(
  manifest: object | string | Uint8Array,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): ExtensionPackage {
  const contents = new Map<string, Uint8Array>();
  const isText = typeof manifest === 'string' || manifest instanceof Uint8Array;
  contents.set('manifest.json', bytesOf(isText ? manifest : JSON.stringify(manifest)));
  for (const [path, content] of Object.entries(files)) contents.set(path, bytesOf(content));
  const hash = createHash('sha256');
  for (const [path, content] of contents) hash.update(path).update(content);
  return {
    format: 'directory',
    sha256: hash.digest('hex'),
    sizeBytes: [...contents.values()].reduce((sum, { byteLength }) => sum + byteLength, 0),
    files: new Map([...contents].sort(([left], [right]) => (left < right ? -1 : 1))),
    anomalies: [],
    signature: { status: 'unsigned', proofs: [] },
  };
}

/** An extension with the required keys filled in, for tests. */
export function extensionOf(
  manifest: object,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Extension {
  const required = { manifest_version: 3, name: 'Fixture', version: '4.5.6' };
  return modelExtension(packageOf({ ...required, ...manifest }, files));
}

function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}
