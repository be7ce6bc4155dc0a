import type { PackageFormat } from '../vocabulary.ts';

/** An extension package in memory, bounded by `limits.ts`. Nothing of it was written to disk. */
export interface ExtensionPackage {
  readonly format: PackageFormat;
  /** Lower-case hex SHA-256 of the bytes as they came; of a folder: of its sorted paths and contents. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Path with `/`, relative to the root, sorted by code unit -> contents. Directories are not listed. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly anomalies: readonly Anomaly[];
  readonly signature: Signature;
}

export const anomalyKinds = [
  'unsafe-path',
  'duplicate-entry',
  'colliding-names',
  'overlapping-entries',
  'header-mismatch',
  'checksum-mismatch',
  'entry-count-mismatch',
  'encrypted-entry',
  'symbolic-link',
  'nested-package-root',
  'unreadable-entry',
  'trailing-data',
  'limit-reached',
] as const;
export type AnomalyKind = (typeof anomalyKinds)[number];

/** Something about the container that an honest packer does not produce, or that could not be read. */
export interface Anomaly {
  readonly kind: AnomalyKind;
  /** The entry's name as found, where the anomaly is about one entry. */
  readonly path?: string;
  readonly detail: string;
  /** Whether contents are missing from `files` because of it, so that the audit is incomplete. */
  readonly contentsLost: boolean;
}

export interface Signature {
  /** `unsigned`: the container carries no proof. `invalid`: at least one proof does not match the bytes. */
  readonly status: 'valid' | 'invalid' | 'unsigned';
  /** Who signed, when valid: a store's own key, or only the developer's. */
  readonly signer?: 'chrome-web-store' | 'edge-add-ons' | 'firefox-add-ons' | 'self';
  /** 32 letters a-p from the signed header or key, or made of the gecko id; absent for unsigned containers. */
  readonly extensionId?: string;
  /** Of an XPI: the add-on that the certificate names, or the SHA-256 of its id in hex where that is long. */
  readonly geckoId?: string;
  readonly proofs: readonly SignatureProof[];
  /** Why it is invalid, or proves nothing, in one sentence. */
  readonly problem?: string;
}

export interface SignatureProof {
  readonly algorithm: 'rsa-sha256' | 'ecdsa-sha256' | 'rsa-sha1';
  /** Lower-case hex SHA-256 of the DER public key. */
  readonly keySha256: string;
  readonly valid: boolean;
}

const packageErrorCodes = [
  'not-found',
  'damaged',
  'not-a-package',
  'malformed-package',
  'invalid-signature',
  'package-too-large',
  'manifest-missing',
  'manifest-invalid',
] as const;
export type PackageErrorCode = (typeof packageErrorCodes)[number];

/** The input is no extension package that could be audited; the message says what was wrong and what would be right. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
  readonly code: PackageErrorCode;

  constructor(code: PackageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
