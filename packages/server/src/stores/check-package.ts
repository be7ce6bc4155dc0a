import { createHash } from 'node:crypto';
import { compareExtensionVersions, isExtensionVersion } from '@extaudit/engine';
import { BusyMachineError, type AuditPool } from '@extaudit/engine/host';
import {
  namesHashes,
  StoreError,
  type StoreItem,
  type StoreName,
  type StorePackage,
} from './store.ts';

/** Reads packages in a process that a hostile one cannot take down. */
export type PackageReader = Pick<AuditPool, 'summarise'>;

export interface CheckOptions {
  readonly pool: PackageReader;
  /** Whose signature every package must bear, beside its developer's. */
  readonly signer?: 'chrome-web-store' | 'firefox-add-ons' | undefined;
  /** What the store hands out. Default: `crx3`. */
  readonly format?: 'crx3' | 'xpi';
}

/**
 * Whether the bytes are the package that was asked for: of the size and hash that the store told, a CRX3 whose
 * proofs all match, with this id and this version. An XPI of a mirror need not be signed, for its hash was told.
 * @throws StoreError `package-mismatch`; BusyMachineError
 */
export async function checkPackage(
  store: StoreName,
  item: StoreItem,
  bytes: Uint8Array,
  { pool, signer, format: expected = 'crx3' }: CheckOptions,
): Promise<StorePackage> {
  const mismatch = (why: string, options?: ErrorOptions): StoreError =>
    new StoreError('package-mismatch', store, `the package of ${item.id} ${why}`, options);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (item.sizeBytes !== undefined && item.sizeBytes !== bytes.length) {
    throw mismatch(`has ${bytes.length} bytes where the store says ${item.sizeBytes}`);
  }
  if (item.sha256 !== undefined && item.sha256 !== sha256) {
    throw mismatch(`has the SHA-256 ${sha256} where the store says ${item.sha256}`);
  }
  const source = { kind: 'bytes', bytes, name: `${item.id}.${extensions[expected]}` } as const;
  const { format, id, signature, version } = await pool
    .summarise(source)
    .catch((cause: unknown) => {
      if (cause instanceof BusyMachineError) throw cause;
      throw mismatch(`cannot be read: ${(cause as Error).message}`, { cause });
    });
  // Browsers refuse the older format of CRX since its SHA-1 can be forged.
  if (format !== expected)
    throw mismatch(`is no ${expected.toUpperCase()}, so nobody vouches for it`);
  const mayBeUnsigned = expected === 'xpi' && signer === undefined;
  if (signature.status === 'invalid' || (signature.status === 'unsigned' && !mayBeUnsigned))
    throw mismatch(`is not properly signed: ${signature.problem ?? 'it bears no signature'}`);
  if (signer !== undefined && signature.signer !== signer) {
    throw mismatch('is not signed by the store');
  }
  if (id.value !== item.id) {
    throw mismatch(
      id.geckoId === undefined
        ? `is signed with the key of ${id.value}`
        : `is that of ${id.geckoId}`,
    );
  }
  if (!isSameVersion(version, item.version)) {
    throw mismatch(`is version ${version} where the store says ${item.version}`);
  }
  const isNamedByStore = item.sha256 !== undefined && namesHashes(store);
  return { id: item.id, version, source, sha256, isNamedByStore };
}

const extensions = { crx3: 'crx', xpi: 'xpi' } as const;

function isSameVersion(found: string, expected: string): boolean {
  if (found === expected) return true;
  return isExtensionVersion(found) && compareExtensionVersions(found, expected) === 0;
}
